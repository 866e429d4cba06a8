import { field, type FieldRules, LINE } from '../shared/field-rules.js';
import { createdPart, tagsPart } from '../shared/parts.js';
import {
  type BodyOf,
  clearableId,
  flagField,
  omittable,
  requestBody,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { profileMarkdown, title } from '../shared/rules.js';
import { flag, id, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';

export const profileArchiveSchema = object('ProfileArchive', 'A snapshot of a profile.', {
  id: id('The archive.'),
  userId: id('The owner.'),
  capsuleId: nullable(id('The capsule that contains it.')),
  title: text('The title.', { example: 'My shrine in autumn' }),
  markdownContent: text('The text.', { example: '# My shrine\n\n#stargazing' }),
  tags: tagsPart,
  isHidden: flag('Whether it is hidden from the archive page.', false),
  isShownPublicly: flag("Whether the owner's public page shows it beside the present text.", false),
  createdAt: createdPart,
});
export type ProfileArchiveView = TypeOf<typeof profileArchiveSchema>;

export const ARCHIVE_RULES = {
  title: field('The title.', 'My shrine in autumn', title, LINE),
  markdownContent: field(
    'The text; defaults to the current text of the profile.',
    '# My shrine\n\n#stargazing',
    [profileMarkdown],
    { optional: true, trim: false, prose: true },
  ),
} as const satisfies Record<string, FieldRules>;

const archiveFields = requestBody({
  markdownContent: textField(ARCHIVE_RULES.markdownContent),
  capsuleId: clearableId('The capsule it belongs to; null for none.'),
  tags: tagsField(),
  isHidden: omittable(flagField('Whether the archive page leaves it out.')),
});

export const createProfileArchiveBody = requestBody({
  ...archiveFields,
  title: textField(ARCHIVE_RULES.title),
});
export type CreateProfileArchiveBody = BodyOf<typeof createProfileArchiveBody>;

/** `PATCH /api/profile-archives/{id}`: absent fields stay unchanged; a null `capsuleId` removes it from its capsule. */
export const updateProfileArchiveBody = requestBody({
  ...archiveFields,
  title: omittable(textField(ARCHIVE_RULES.title)),
  isShownPublicly: omittable(
    flagField('Whether the public page shows it. At most one archive is shown, and never a hidden one.'),
  ),
});
export type UpdateProfileArchiveBody = BodyOf<typeof updateProfileArchiveBody>;

export const shownSnapshotSchema = object(
  'ShownSnapshot',
  'The earlier text that a member shows beside the present one.',
  {
    userId: id('The member.'),
    markdownContent: text('The earlier text of the page.', { example: '# My shrine\n\n#stargazing' }),
    createdAt: timestamp('When the snapshot was taken.'),
  },
);
export type ShownSnapshot = TypeOf<typeof shownSnapshotSchema>;
