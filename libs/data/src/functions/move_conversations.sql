-- Moves the conversations of new messages to the top of the lists of their members, and stores when the messages disappear.
-- Messages in threads disappear as those of their conversation, and do not move it. Messages outside of conversations and null
-- ids are ignored.
-- Callers: store_messages and store_repeated_messages, under the locks of the channels. Locks: the memberships of the
-- conversations, in order of the channels and members.
CREATE OR REPLACE FUNCTION move_conversations(p_message_ids uuid[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO disappearing_messages (message_id, disappears_at)
  SELECT message.id, message.created_at + talk.disappears_after_days * interval '1 day'
    FROM messages message JOIN channels channel ON channel.id = message.channel_id
    JOIN conversations talk ON talk.channel_id = coalesce(channel.parent_id, channel.id)
   WHERE message.id = ANY (p_message_ids) AND talk.disappears_after_days > 0;

  WITH newest AS (
    SELECT message.channel_id, max(message.id::text)::uuid AS id
      FROM messages message
      JOIN channels channel ON channel.id = message.channel_id AND channel.is_conversation AND channel.parent_id IS NULL
     WHERE message.id = ANY (p_message_ids) GROUP BY message.channel_id
  ), locked AS (
    SELECT own.channel_id, own.user_id, newest.id
      FROM conversation_members own JOIN newest ON newest.channel_id = own.channel_id
     WHERE own.state IN ('joined', 'requested') ORDER BY own.channel_id, own.user_id FOR NO KEY UPDATE OF own
  )
  UPDATE conversation_members own SET activity_id = locked.id
    FROM locked WHERE own.channel_id = locked.channel_id AND own.user_id = locked.user_id
$$
