-- Lists visible pictures under their tags, as index_post_tags does for posts. The condition equals VISIBLE.image.
-- Caller: the trigger images_index_tags, after each row of images that is inserted, deleted, retagged, shown or hidden.
-- Locks: the rows of tagged_items that it deletes.
CREATE OR REPLACE FUNCTION index_picture_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.is_public THEN
    DELETE FROM tagged_items WHERE tag = ANY (OLD.tags) AND kind = 'image' AND item_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_public THEN
    INSERT INTO tagged_items (tag, kind, item_id) SELECT unnest(NEW.tags), 'image', NEW.id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$
