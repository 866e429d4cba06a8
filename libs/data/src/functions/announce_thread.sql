-- Gives the message that starts a stale thread the next revision of its channel, so that everyone who has the channel open gets
-- the new summary. Returns no row if the thread is not stale, because another backend was first.
-- No `server_id` in a conversation.
-- Caller: ThreadSummariesRepository. Locks: the thread and its parent, in order of their ids.
CREATE OR REPLACE FUNCTION announce_thread(p_channel_id uuid)
RETURNS TABLE (message_id uuid, parent_id uuid, server_id uuid, last_seq integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_thread channels;
  v_rev integer;
  v_now timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM channels c
    WHERE c.id IN (p_channel_id, (SELECT thread.parent_id FROM channels thread WHERE thread.id = p_channel_id))
   ORDER BY c.id FOR NO KEY UPDATE;
  DELETE FROM stale_threads stale WHERE stale.channel_id = p_channel_id;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  SELECT * INTO v_thread FROM channels c WHERE c.id = p_channel_id;
  UPDATE channels c SET activity_id = newest.id FROM messages newest
   WHERE c.id = p_channel_id AND newest.channel_id = c.id AND newest.seq = c.last_seq
     AND c.activity_id IS DISTINCT FROM newest.id;
  UPDATE channels c SET last_rev = c.last_rev + 1 WHERE c.id = v_thread.parent_id RETURNING c.last_rev INTO v_rev;
  UPDATE messages m SET rev = v_rev, reacted_at = v_now, updated_at = v_now WHERE m.id = v_thread.parent_message_id;

  RETURN QUERY SELECT v_thread.parent_message_id, v_thread.parent_id, v_thread.parent_server_id, v_thread.last_seq;
END
$$
