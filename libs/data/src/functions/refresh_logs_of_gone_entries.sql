-- Lets the worker publish whether anything is unread to the recipients of unread entries that were deleted, by the
-- withdrawal of their cause or by a cascade. Without it, the ring of an open page would stay lit over an empty log.
-- Caller: the trigger notifications_refresh, after each DELETE from notifications. Locks: none.
CREATE OR REPLACE FUNCTION refresh_logs_of_gone_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, subject, subjects)
  SELECT 'refresh-logs', 'recipient', array_agg(DISTINCT recipient_id::text) FROM gone WHERE read_at IS NULL
  HAVING count(*) > 0;
  RETURN NULL;
END
$$
