-- Subtracts the bytes of deleted attachments from the counts for the quotas. Only updates: the member may be deleted in the same
-- statement. A statement may delete those of many members.
-- Caller: the trigger attachments_uncounted, after each DELETE from attachments. Locks: the members' rows of member_usage, in order of
-- their ids.
CREATE OR REPLACE FUNCTION count_deleted_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM member_usage WHERE user_id IN (SELECT user_id FROM changed) ORDER BY user_id FOR NO KEY UPDATE;
  UPDATE member_usage usage SET attachment_bytes = usage.attachment_bytes - gone.bytes
    FROM (SELECT user_id, sum(size)::bigint AS bytes FROM changed GROUP BY user_id) gone
   WHERE usage.user_id = gone.user_id;
  RETURN NULL;
END
$$
