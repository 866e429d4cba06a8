import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { createdPart, descriptionPart, tagsPart, updatedPart } from '../shared/parts.js';
import { type BodyOf, clearableText, requestBody, tagsField, textField } from '../shared/request-fields.js';
import { named } from '../shared/rules.js';
import { id, list, object, text, type TypeOf } from '../shared/schema.js';

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

const capsule = { id: id('The capsule.') };
const body = { title: 'CapsuleDto', fields: capsuleBody };

export const listCapsules = call('GET', '/capsules', {
  summary: "Lists the caller's capsules, newest first",
  answer: list(capsuleSchema),
});

export const createCapsule = call('POST', '/capsules', {
  summary: 'Creates a capsule',
  status: 201,
  body,
  answer: capsuleSchema,
  problems: ['quota_reached'],
});

export const updateCapsule = call('PUT', '/capsules/:id', {
  summary: 'Updates a capsule',
  description: 'Requires the name; other omitted fields keep their values.',
  params: capsule,
  body,
  answer: capsuleSchema,
  problems: ['not_found'],
});

export const deleteCapsule = call('DELETE', '/capsules/:id', {
  summary: 'Deletes a capsule',
  description: 'The profile archives in it are kept.',
  params: capsule,
  answer: okSchema,
  problems: ['not_found'],
});
