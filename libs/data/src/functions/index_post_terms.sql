-- Stores what a post is found by: the terms of its title and its text, and those of its title once more after a colon. A
-- trigger does it, so that every backend maintains them.
-- Caller: the trigger posts_index_terms, before each row of posts that is inserted or gets another title or text.
-- Locks: none.
CREATE OR REPLACE FUNCTION index_post_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.terms := search_terms(NEW.title || E'\n' || left(NEW.content, 4000), '') || search_terms(NEW.title, ':');
  RETURN NEW;
END
$$
