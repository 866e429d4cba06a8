import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { filteredPageQuery } from '../shared/page-queries.js';
import {
  createProfileArchiveBody,
  profileArchiveSchema,
  shownSnapshotSchema,
  updateProfileArchiveBody,
} from './profile-archives.js';
import { flagInQuery, idField, omittable, type QueryOf } from '../shared/request-fields.js';
import { id, list, text } from '../shared/schema.js';

const archive = { id: id('The archive.') };
const archives = {
  ...filteredPageQuery,
  capsuleId: omittable(idField('Only archives in this capsule.')),
  isHidden: flagInQuery('Only hidden archives (true) or only visible ones (false).'),
};
/** A search of the caller's archives, as the client sends it. */
export type ProfileArchiveListQuery = Partial<QueryOf<typeof archives>>;

export const listProfileArchives = call({
  method: 'GET',
  path: '/profile-archives',
  summary: "Lists the caller's profile archives",
  description: 'Includes hidden archives.',
  query: archives,
  answer: list(profileArchiveSchema),
  paged: true,
});

export const createProfileArchive = call({
  method: 'POST',
  path: '/profile-archives',
  summary: "Archives a text or a snapshot of the caller's profile",
  description:
    'Without a text, the current profile text is archived. Hashtags in the text are added to the tags.',
  status: 201,
  body: { title: 'CreateProfileArchiveDto', fields: createProfileArchiveBody },
  answer: profileArchiveSchema,
  problems: ['not_found', 'quota_reached'],
});

export const updateProfileArchive = call({
  method: 'PATCH',
  path: '/profile-archives/:id',
  summary: 'Updates, hides or shows a profile archive',
  description: 'Omitted fields keep their values.',
  params: archive,
  body: { title: 'UpdateProfileArchiveDto', fields: updateProfileArchiveBody },
  answer: profileArchiveSchema,
  problems: ['not_found'],
});

export const deleteProfileArchive = call({
  method: 'DELETE',
  path: '/profile-archives/:id',
  summary: 'Deletes a profile archive',
  params: archive,
  answer: okSchema,
  problems: ['not_found'],
});

export const getShownSnapshot = call({
  method: 'GET',
  path: '/users/:username/then',
  summary: 'Returns the snapshot of a profile that its member shows publicly',
  description: 'A private profile is visible only to its member.',
  access: 'visitors',
  params: { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) },
  answer: shownSnapshotSchema,
  problems: ['not_found'],
});
