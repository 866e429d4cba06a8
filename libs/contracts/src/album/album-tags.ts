import { call } from '../shared/call.js';
import { requestBody, tagField } from '../shared/request-fields.js';
import { literalTrue, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

export const renameTagBody = requestBody({
  name: tagField('The new name, with or without a leading #.'),
});
export const changedSchema = object('Changed', 'The result of renaming or deleting a tag.', {
  ok: literalTrue('Always true.'),
  changed: wholeNumber('The number of pictures and boards that had the tag.', { example: 7 }),
});
export type ChangedAnswer = TypeOf<typeof changedSchema>;

const tag = { name: text('The tag, with or without a leading # (%23 in a URL).', { example: 'saturn' }) };

export const renameAlbumTag = call('PUT', '/album/tags/:name', {
  summary: "Renames a tag on all of the caller's pictures and boards",
  description: 'A picture or board that already has the new name keeps it once.',
  params: tag,
  body: { title: 'RenameTagDto', fields: renameTagBody },
  answer: changedSchema,
});

export const removeAlbumTag = call('DELETE', '/album/tags/:name', {
  summary: "Removes a tag from all of the caller's pictures and boards",
  params: tag,
  answer: changedSchema,
});
