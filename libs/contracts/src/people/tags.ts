import { call } from '../shared/call.js';
import { id, list, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

export const tagSchema = object('Tag', 'A tag that the caller uses.', {
  id: id('The tag.'),
  name: text('The name, without the #.', { example: 'saturn' }),
  usageCount: wholeNumber(
    'The number of items with the tag: all public ones, and the private ones of the caller.',
    { example: 12 },
  ),
});
export type TagView = TypeOf<typeof tagSchema>;

export const listTags = call('GET', '/tags', {
  summary: 'Lists the tags that the member uses, by name',
  mayBeStale: true,
  answer: list(tagSchema),
});
