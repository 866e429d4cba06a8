import { id, object, text, type TypeOf, wholeNumber } from './schema.js';

/** A tag that the caller uses. */
export const tagSchema = object('Tag', 'A tag that the caller uses.', {
  id: id('The tag.'),
  name: text('Its name, without the #.', { example: 'saturn' }),
  usageCount: wholeNumber(
    'How many things have it: all that is public in the network, and what is private of one’s own.',
    { example: 12 },
  ),
});
export type TagView = TypeOf<typeof tagSchema>;
