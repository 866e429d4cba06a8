-- Lists visible posts under their tags. A trigger does it, so that every backend maintains the lists. The condition
-- equals VISIBLE.post.
-- Caller: the trigger posts_index_tags, after each row of posts that is inserted, deleted, retagged, shown or hidden.
-- Locks: the rows of tagged_items that it deletes.
CREATE OR REPLACE FUNCTION index_post_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.is_public AND NOT OLD.is_archived THEN
    DELETE FROM tagged_items WHERE tag = ANY (OLD.tags) AND kind = 'post' AND item_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.is_public AND NOT NEW.is_archived THEN
    INSERT INTO tagged_items (tag, kind, item_id) SELECT unnest(NEW.tags), 'post', NEW.id ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$
