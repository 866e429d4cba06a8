-- Returns what a text is found by: its words, and the characters of its runs, alone and in pairs. mark precedes each term,
-- to distinguish those of titles. Its own search_path holds while PostgreSQL maintains indexes with it.
-- Caller: index_post_terms, index_picture_terms, and indexes of members, tags and dimensions.
-- Locks: none.
CREATE OR REPLACE FUNCTION search_terms(given text, mark text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = public AS $$
DECLARE
  form text := search_form(given);
  words text := search_words(form);
  runs text := CASE WHEN octet_length(form) > length(form) THEN search_runs(form) ELSE '' END;
  terms text[];
BEGIN
  -- A lexeme may have 2,046 bytes.
  IF words ~ '[^ ]{101}' THEN
    words := regexp_replace(words, '([^ ]{100})[^ ]+', '\1', 'g');
  END IF;
  terms := string_to_array(words, ' ');
  IF runs <> '' THEN
    -- Characters, pairs that start at the first one of each run, and pairs that start at the second.
    terms := terms || string_to_array(runs, NULL)
      || string_to_array(regexp_replace(runs, '([^ ][^ ])', '\1 ', 'g'), ' ')
      || string_to_array(regexp_replace(regexp_replace(runs, '(^| )[^ ]', '\1', 'g'), '([^ ][^ ])', '\1 ', 'g'), ' ');
  END IF;
  terms := array_remove(array_remove(terms, ''), ' ');
  IF mark <> '' THEN
    terms := ARRAY(SELECT mark || term FROM unnest(terms) AS term);
  END IF;
  RETURN array_to_tsvector(terms);
END
$$
