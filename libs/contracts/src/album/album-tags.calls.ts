import { changedSchema, renameTagBody } from './album.js';
import { call } from '../shared/call.js';
import { text } from '../shared/schema.js';

const tag = { name: text('The tag, with or without a leading # (%23 in a URL).', { example: 'saturn' }) };

export const renameAlbumTag = call({
  method: 'PUT',
  path: '/album/tags/:name',
  summary: "Renames a tag on all of the caller's pictures and boards",
  description: 'A picture or board that already has the new name keeps it once.',
  params: tag,
  body: { title: 'RenameTagDto', fields: renameTagBody },
  answer: changedSchema,
});

export const removeAlbumTag = call({
  method: 'DELETE',
  path: '/album/tags/:name',
  summary: "Removes a tag from all of the caller's pictures and boards",
  params: tag,
  answer: changedSchema,
});
