const folded = (text: string): string => `casefold((${text}) COLLATE "pg_unicode_fast")`;
const words = (text: string): string => `to_tsvector('simple', translate(${text}, './@<>&_-', '        '))`;

/** The searched characters at the start of a post. */
const POST_TEXT = folded(`thing.title || E'\\n' || left(thing.content, 4000)`);
const POST_TITLE = folded('thing.title');

/**
 * SQL expressions of the texts that a search looks into, on a row aliased `thing`. Those of an index must equal it, so
 * changing one takes a migration. The parser keeps addresses and words joined by `translate`d characters whole, which
 * would hide their parts.
 */
export const SEARCHED = {
  username: 'thing.username COLLATE "C"',
  displayName: `(casefold(thing.display_name COLLATE "pg_unicode_fast")) COLLATE "C"`,
  member: folded(
    `thing.username || E'\\n' || coalesce(thing.display_name, '') || E'\\n' || coalesce(thing.bio, '')`,
  ),
  tag: 'thing.name COLLATE "C"',
  serverName: `(casefold(thing.name COLLATE "pg_unicode_fast")) COLLATE "C"`,
  server: folded(`thing.name || E'\\n' || coalesce(thing.description, '')`),
  postTitle: POST_TITLE,
  postTitleWords: words(POST_TITLE),
  postText: POST_TEXT,
  postTextWords: words(POST_TEXT),
  /** Stored, so that checking many posts costs little; not in the form that an index supports. */
  postWords: `coalesce(thing.words, ${words(POST_TEXT)})`,
  pictureWords: `(${words(folded(`coalesce(thing.title, '')`))} || array_to_tsvector(thing.tags))`,
} as const;
