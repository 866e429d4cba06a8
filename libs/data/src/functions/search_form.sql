-- Returns the form in which texts and searches are compared: without case, width, and the marks of Latin, Greek, Cyrillic,
-- Arabic and Hebrew, U+0640 and characters that have no glyph. The marks of other scripts are as essential as letters.
-- Indexes contain it, so a change takes a new function.
-- Caller: search_terms, searches, and indexes of names.
-- Locks: none.
CREATE OR REPLACE FUNCTION search_form(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN octet_length(given) = length(given) THEN casefold(given COLLATE "pg_unicode_fast")
  ELSE normalize(regexp_replace(
    casefold(normalize(given, NFKD) COLLATE "pg_unicode_fast"),
    '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1ACE\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+',
    '', 'g'), NFC)
END
