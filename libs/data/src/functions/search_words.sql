-- Returns the words of a text in the form of search_form, separated by spaces: what is left of it without punctuation,
-- symbols and runs (see search_runs). Indexes contain it, so a change takes a new function.
-- Caller: search_terms, and searches.
-- Locks: none.
CREATE OR REPLACE FUNCTION search_words(form text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(form COLLATE "pg_unicode_fast",
  '[[:space:][:punct:][:cntrl:]$+<=>^`|~\u00A2-\u00A9\u00AC-\u00B4\u00B8\u00D7\u00F7'
  '\u0E00-\u0E3F\u0E40-\u0E4F\u0E81-\u0EDF\u1000-\u109F\u1100-\u11FF\u1780-\u17DB\u2000-\u2BFF\u2E80-\u318F\u31C0-\u9FFF'
  '\uA960-\uA97F\uA9E0-\uA9FE\uAA60-\uAA7F\uAC00-\uD7FF\uE000-\uFAFF\uFFE0-\uFFFD\U0001B000-\U0001B16F\U0001F000-\U0003FFFF'
  '\U000E0000-\U0010FFFF]+', ' ', 'g'))
