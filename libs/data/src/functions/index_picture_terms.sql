-- Stores what a picture is found by: the terms of its title and its tags. A trigger does it, so that every backend maintains
-- them.
-- Caller: the trigger images_index_terms, before each row of images that is inserted or gets another title or tags.
-- Locks: none.
CREATE OR REPLACE FUNCTION index_picture_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.terms := search_terms(coalesce(NEW.title, '') || ' ' || array_to_string(NEW.tags, ' '), '');
  RETURN NEW;
END
$$
