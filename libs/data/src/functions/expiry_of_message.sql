-- Returns when a message expires; null if it never does. From then on it reads as a deleted one, also before the worker deletes it.
-- In a channel whose messages fade, that is the next time at this minute of the day in UTC, once the rule is in effect.
-- Callers: the columns of MessagesRepository, `isKept` in the other statements that read messages, quote_of_message, and the
-- worker that deletes expired messages.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION expiry_of_message(p_channel_id uuid, p_message_id uuid, p_created_at timestamptz)
RETURNS TABLE (at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN channel.is_conversation
              THEN (SELECT due.disappears_at FROM disappearing_messages due WHERE due.message_id = p_message_id)
              ELSE least(
                p_created_at + retention.days * interval '1 day',
                CASE WHEN coalesce(coalesce(parent.former_message_days_until, channel.former_message_days_until) <= now(), true)
                     THEN date_trunc('day', p_created_at - fade.minute * interval '1 minute', 'UTC')
                            + (fade.minute + 1440) * interval '1 minute' END) END
    FROM channels channel
    LEFT JOIN channels parent ON parent.id = channel.parent_id
   CROSS JOIN LATERAL (SELECT coalesce(parent.fade_minute, channel.fade_minute) AS minute) fade
    LEFT JOIN LATERAL retention_of_channel(channel.id) retention ON true
   WHERE channel.id = p_channel_id
$$
