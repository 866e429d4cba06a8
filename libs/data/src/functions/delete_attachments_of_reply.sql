-- Deletes the attachments of a reply to a post that was soft-deleted, unless it was removed with a wave of spam, which can
-- be undone: purge-waves deletes them later.
-- Caller: the trigger post_replies_files_deleted, after an UPDATE of post_replies. Locks: the attachments, and what
-- discard_attached_object locks.
CREATE OR REPLACE FUNCTION delete_attachments_of_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM attachments
   WHERE reply_id = NEW.id AND NOT EXISTS (SELECT FROM removed_texts removed WHERE removed.subject_id = NEW.id);
  RETURN NULL;
END
$$
