-- Returns for how many days the messages of a channel of a dimension, or of a thread in one, are kept now: as the channel says,
-- or its dimension. After a shortening, the former time holds until `former_message_days_until`. 0 says for ever, as a number
-- that no message reaches, and 1 that messages fade every day, where expiry_of_message says when. No row for a conversation, whose
-- messages have times of their own: see move_conversations.
-- `keptDays` in libs/contracts says the same to clients; backend/src/talk/channels/retention.spec.ts compares them.
-- Callers: expiry_of_message; the previous release's worker, which deletes expired messages.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION retention_of_channel(p_channel_id uuid) RETURNS TABLE (days integer)
LANGUAGE sql STABLE AS $$
  SELECT greatest(
           CASE WHEN coalesce(parent.fade_minute, channel.fade_minute) IS NOT NULL THEN 1
                WHEN coalesce(parent.message_days, channel.message_days) IS NULL
                THEN greatest(coalesce(nullif(place.message_days, 0), 32767),
                              CASE WHEN place.former_message_days_until > now()
                                   THEN coalesce(nullif(place.former_message_days, 0), 32767) END)
                ELSE coalesce(nullif(coalesce(parent.message_days, channel.message_days), 0), 32767) END,
           CASE WHEN coalesce(parent.former_message_days_until, channel.former_message_days_until) > now()
                THEN coalesce(nullif(coalesce(parent.former_message_days, channel.former_message_days), 0), 32767) END)
    FROM channels channel
    LEFT JOIN channels parent ON parent.id = channel.parent_id
    JOIN servers place ON place.id = coalesce(channel.server_id, channel.parent_server_id)
   WHERE channel.id = p_channel_id
$$
