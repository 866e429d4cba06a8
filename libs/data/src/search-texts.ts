const NAME_OF_MEMBER = `thing.username || E'\\n' || coalesce(thing.display_name, '') || E'\\n' || coalesce(thing.bio, '')`;
/** So many characters of a profile text are searched. */
export const PROFILE_START = 4_000;
const START_OF_PROFILE = `left(thing.profile_markdown, ${PROFILE_START})`;
const NAME_OF_SERVER = `thing.name || E'\\n' || coalesce(thing.description, '')`;
/** SQL: the start of a post, in which a search looks. The functions that index posts have the same number. */
export const START_OF_POST = 'left(thing.content, 4000)';
const TEXT_OF_POST = `thing.title || E'\\n' || ${START_OF_POST}`;

const form = (text: string): string => `search_form(${text})`;
const prefixed = (text: string): string => `(${form(text)}) COLLATE "C"`;

export interface SearchedTerms {
  /** A `tsvector`. */
  terms: string;
  /** The text of the terms, in the form in which texts and searches are compared. */
  form: string;
}

/**
 * SQL expressions of what a search looks into, on a row aliased `thing`. Those of an index must equal it, so changing one
 * takes a migration. The SQL functions explain the form and the terms.
 */
export const SEARCHED = {
  username: 'thing.username COLLATE "C"',
  displayName: prefixed('thing.display_name'),
  member: { terms: `search_terms(${NAME_OF_MEMBER}, '')`, form: form(NAME_OF_MEMBER) },
  /** For names with a typing error: the text of the index of trigrams. */
  memberTrigrams: `casefold((${NAME_OF_MEMBER}) COLLATE "pg_unicode_fast")`,
  /** The beginning of the profile text. */
  profile: { terms: `search_terms(${START_OF_PROFILE}, '')`, form: form(START_OF_PROFILE) },
  tagName: prefixed('thing.name'),
  tag: { terms: `search_terms(thing.name, '')`, form: form('thing.name') },
  serverName: prefixed('thing.name'),
  server: { terms: `search_terms(${NAME_OF_SERVER}, '')`, form: form(NAME_OF_SERVER) },
  post: { terms: 'thing.terms', form: form(TEXT_OF_POST) },
  /** A title's terms are among those of its post, after {@link TITLE_MARK}. */
  postTitle: { terms: 'thing.terms', form: form('thing.title') },
  picture: {
    terms: 'thing.terms',
    form: form(`coalesce(thing.title, '') || ' ' || array_to_string(thing.tags, ' ')`),
  },
  /** The text of a message as it is now, which the terms that an index has of it may be older than. */
  message: { terms: `search_terms(thing.content, '')`, form: form('thing.content') },
} as const satisfies Record<string, string | SearchedTerms>;

/** Precedes the terms of a title in those of its post. See `index_post_terms.sql`. */
export const TITLE_MARK = ':';
