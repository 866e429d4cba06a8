-- Returns when a message expires; null if it never does. From then on it reads as a deleted one, also before the worker deletes it.
-- Callers: the columns of MessagesRepository, `isKept` in the other statements that read messages, and quote_of_message.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION expiry_of_message(p_channel_id uuid, p_message_id uuid, p_created_at timestamptz)
RETURNS TABLE (at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN channel.is_conversation
              THEN (SELECT due.disappears_at FROM disappearing_messages due WHERE due.message_id = p_message_id)
              ELSE p_created_at + retention.days * interval '1 day' END
    FROM channels channel LEFT JOIN LATERAL retention_of_channel(channel.id) retention ON true
   WHERE channel.id = p_channel_id
$$
