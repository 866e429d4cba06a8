import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { tagInQuery } from '../shared/request-fields.js';
import { id, list, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

/** How much the index of tags has. */
export const TAG_INDEX = {
  moment: 12,
  near: 24,
  fresh: 24,
  /** A tag is new for so many days. */
  freshDays: 7,
} as const;

const names = (description: string) => list(text('A tag.', { example: 'streetlamps' }), description);

export const tagIndexSchema = object('TagIndex', 'Ways into the tags that members show.', {
  moment: names('Tags of the newest posts, those of most authors first.'),
  links: list(
    list(wholeNumber('The place of a tag in `moment`.'), 'Two tags of one post.'),
    'Which tags of the moment stand together.',
  ),
  near: names('Tags that linked members show, and the caller does not.'),
  fresh: names('Tags that were used for the first time this week, newest first.'),
});
export type TagIndex = TypeOf<typeof tagIndexSchema>;

export const indexedTagSchema = object('IndexedTag', 'A tag that members show.', {
  id: id('The tag.'),
  name: text('Its name.', { example: 'streetlamps' }),
});
export type IndexedTag = TypeOf<typeof indexedTagSchema>;

export const getTagIndex = call('GET', '/tag-index', {
  summary: 'Returns tags of the moment, tags near the caller, and new ones',
  mayBeStale: true,
  answer: tagIndexSchema,
});

export const listTagNames = call('GET', '/tag-index/names', {
  summary: 'Lists the tags that members show, by name',
  query: { ...pageQuery, prefix: tagInQuery('Only tags that begin with this text.') },
  mayBeStale: true,
  answer: list(indexedTagSchema),
});
