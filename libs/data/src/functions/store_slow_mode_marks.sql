-- Stores when members last wrote in channels with slow mode, for new messages there and in threads. Null ids are ignored.
-- Callers: store_messages and store_repeated_messages, under the locks of the channels and of the parents of threads, which
-- no two transactions that store the same mark have at once.
-- Locks: the marks.
CREATE OR REPLACE FUNCTION store_slow_mode_marks(p_message_ids uuid[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO slow_mode_marks (channel_id, user_id, written_at)
  SELECT slow.channel_id, message.user_id, max(message.created_at)
    FROM messages message CROSS JOIN LATERAL slow_mode_of(message.channel_id, message.user_id) slow
   WHERE message.id = ANY (p_message_ids)
   GROUP BY slow.channel_id, message.user_id
  ON CONFLICT (channel_id, user_id) DO UPDATE SET written_at = excluded.written_at
$$
