import { createdPart, tagsPart } from './parts.js';
import {
  type BodyOf,
  clearableId,
  flagField,
  omittable,
  requestBody,
  tagsField,
  textField,
} from './request-fields.js';
import { RULES } from './rules.js';
import { flag, id, nullable, object, text, type TypeOf } from './schema.js';

export const profileArchiveSchema = object('ProfileArchive', 'A snapshot of a profile.', {
  id: id('The archive.'),
  userId: id('The owner.'),
  capsuleId: nullable(id('The capsule that contains it.')),
  title: text('The title.', { example: 'My shrine in autumn' }),
  markdownContent: text('The text.', { example: '# My shrine\n\n#stargazing' }),
  tags: tagsPart,
  isHidden: flag('Whether it is hidden from the archive page.', false),
  createdAt: createdPart,
});
export type ProfileArchiveView = TypeOf<typeof profileArchiveSchema>;

const archiveFields = requestBody({
  markdownContent: textField(RULES.profileArchive.markdownContent),
  capsuleId: clearableId('The capsule it belongs to; null for none.'),
  tags: tagsField(),
  isHidden: omittable(flagField('Whether the archive page leaves it out.')),
});

export const createProfileArchiveBody = requestBody({
  ...archiveFields,
  title: textField(RULES.profileArchive.title),
});
export type CreateProfileArchiveBody = BodyOf<typeof createProfileArchiveBody>;

/** `PATCH /api/profile-archives/{id}`: absent fields stay unchanged; a null `capsuleId` removes it from its capsule. */
export const updateProfileArchiveBody = requestBody({
  ...archiveFields,
  title: omittable(textField(RULES.profileArchive.title)),
});
export type UpdateProfileArchiveBody = BodyOf<typeof updateProfileArchiveBody>;
