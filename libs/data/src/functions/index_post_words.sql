-- Stores the words of a post, into which searches of the previous release look. A trigger does it, so that every backend
-- maintains them.
-- Caller: the trigger posts_index_words, before each row of posts that is inserted or gets another title or text.
-- Locks: none.
CREATE OR REPLACE FUNCTION index_post_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := to_tsvector('simple', translate(
    casefold((NEW.title || E'\n' || left(NEW.content, 4000)) COLLATE "pg_unicode_fast"), './@<>&_-', '        '));
  RETURN NEW;
END
$$
