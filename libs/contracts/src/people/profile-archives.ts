import { call } from '../shared/call.js';
import { field, type FieldRules, LINE } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { filteredPageQuery } from '../shared/page-queries.js';
import { createdPart, tagsPart } from '../shared/parts.js';
import {
  type BodyOf,
  clearableId,
  flagField,
  flagInQuery,
  idField,
  omittable,
  type QueryOf,
  requestBody,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { profileMarkdown, title } from '../shared/rules.js';
import { flag, id, list, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';

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

const archive = { id: id('The archive.') };
const archives = {
  ...filteredPageQuery,
  capsuleId: omittable(idField('Only archives in this capsule.')),
  isHidden: flagInQuery('Only hidden archives (true) or only visible ones (false).'),
};
/** A search of the caller's archives, as the client sends it. */
export type ProfileArchiveListQuery = Partial<QueryOf<typeof archives>>;

export const listProfileArchives = call('GET', '/profile-archives', {
  summary: "Lists the caller's profile archives",
  description: 'Includes hidden archives.',
  query: archives,
  answer: list(profileArchiveSchema),
});

export const createProfileArchive = call('POST', '/profile-archives', {
  summary: "Archives a text or a snapshot of the caller's profile",
  description:
    'Without a text, the current profile text is archived. Hashtags in the text are added to the tags.',
  status: 201,
  body: { title: 'CreateProfileArchiveDto', fields: createProfileArchiveBody },
  answer: profileArchiveSchema,
  problems: ['not_found', 'quota_reached'],
});

export const updateProfileArchive = call('PATCH', '/profile-archives/:id', {
  summary: 'Updates, hides or shows a profile archive',
  description: 'Omitted fields keep their values.',
  params: archive,
  body: { title: 'UpdateProfileArchiveDto', fields: updateProfileArchiveBody },
  answer: profileArchiveSchema,
  problems: ['not_found'],
});

export const deleteProfileArchive = call('DELETE', '/profile-archives/:id', {
  summary: 'Deletes a profile archive',
  params: archive,
  answer: okSchema,
  problems: ['not_found'],
});

export const getShownSnapshot = call('GET', '/users/:username/then', {
  summary: 'Returns the snapshot of a profile that its member shows publicly',
  description: 'A private profile is visible only to its member.',
  access: 'visitors',
  params: { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) },
  answer: shownSnapshotSchema,
  problems: ['not_found'],
});
