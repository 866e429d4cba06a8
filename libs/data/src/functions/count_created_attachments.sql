-- Counts the bytes of new attachments for the quotas.
-- Caller: the trigger attachments_counted, after each INSERT into attachments. Locks: the members' rows of member_usage.
CREATE OR REPLACE FUNCTION count_created_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_usage AS usage (user_id, attachment_bytes)
  SELECT user_id, sum(size)::bigint FROM changed GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE SET attachment_bytes = usage.attachment_bytes + excluded.attachment_bytes;
  RETURN NULL;
END
$$
