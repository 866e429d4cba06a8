import { createdPart, descriptionPart, tagsPart, updatedPart } from '../shared/parts.js';
import { type BodyOf, clearableText, requestBody, tagsField, textField } from '../shared/request-fields.js';
import { named } from '../shared/rules.js';
import { id, object, text, type TypeOf } from '../shared/schema.js';

export const capsuleSchema = object('Capsule', 'A named group of profile archives.', {
  id: id('The capsule.'),
  userId: id('The owner.'),
  name: text('The name.', { example: 'Winter skies' }),
  description: descriptionPart,
  tags: tagsPart,
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type CapsuleView = TypeOf<typeof capsuleSchema>;

export const CAPSULE_RULES = named('Winter skies');

/** `POST /api/capsules`, `PUT /api/capsules/{id}`. In an update, absent fields other than the name stay unchanged. */
export const capsuleBody = requestBody({
  name: textField(CAPSULE_RULES.name),
  description: clearableText(CAPSULE_RULES.description),
  tags: tagsField(),
});
export type CapsuleBody = BodyOf<typeof capsuleBody>;
