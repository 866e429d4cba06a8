-- Returns the runs of a text in the form of search_form, separated by spaces: Han, kana, Hangul, Thai, Lao, Burmese and
-- Khmer, which do not separate their words. Indexes contain it, so a change takes a new function.
-- Caller: search_terms, and searches.
-- Locks: none.
CREATE OR REPLACE FUNCTION search_runs(form text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(form COLLATE "C",
  '[^\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0EDF\u1000-\u109F\u1100-\u11FF\u1780-\u17D3\u2E80-\u2FDF\u3005-\u3007\u3021-\u302F'
  '\u3031-\u3035\u3038-\u303B\u3041-\u309A\u309D-\u309F\u30A1-\u30FA\u30FC-\u318F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF'
  '\uA960-\uA97F\uA9E0-\uA9FE\uAA60-\uAA7F\uAC00-\uD7FF\uF900-\uFAFF\U0001B000-\U0001B16F\U00020000-\U0003FFFF]+', ' ', 'g'))
