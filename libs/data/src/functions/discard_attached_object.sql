-- Discards the object of a deleted attachment with its renditions, which hides them at once; maintenance deletes the bytes. What a
-- case shows to staff is kept until the case forgets it.
-- Caller: the trigger attachments_deleted, after a DELETE of attachments, however it came about. Locks: the objects.
CREATE OR REPLACE FUNCTION discard_attached_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE objects
     SET state = CASE WHEN EXISTS (SELECT FROM case_files WHERE path = OLD.object_path) THEN 'kept' ELSE 'discarded' END
   WHERE (path = OLD.object_path AND state IN ('awaited', 'stored', 'used'))
      OR (rendition_of = OLD.object_path AND state = 'used');
  RETURN NULL;
END
$$
