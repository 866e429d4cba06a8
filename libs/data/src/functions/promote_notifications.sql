-- Makes the newest remaining entry of a group its head when the head was deleted, by the withdrawal of its cause or by a
-- cascade. Without it, the log would miss the group.
-- Caller: the trigger notifications_promote, after each DELETE from notifications. Locks: the promoted entries.
CREATE OR REPLACE FUNCTION promote_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE is_head AND group_key <> cause) THEN
    RETURN NULL;
  END IF;
  UPDATE notifications SET is_head = true
   WHERE NOT is_head AND id IN (
     SELECT (SELECT entry.id FROM notifications entry
              WHERE entry.recipient_id = headless.recipient_id AND entry.group_key = headless.group_key
              ORDER BY entry.id DESC LIMIT 1)
       FROM (SELECT recipient_id, group_key FROM gone WHERE is_head AND group_key <> cause) AS headless
   );
  RETURN NULL;
END
$$
