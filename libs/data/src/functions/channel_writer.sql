-- Decides who may write in a channel: the participants, of whom an archived server has none, and only staff in a locked channel
-- and its threads. Nobody writes in a conversation of two who blocked each other, or one of whom was erased, and in its threads.
-- A suspended member writes nowhere, also what was sent for later, or is sent over a socket that is about to be closed.
-- Returns the writer, or no row if the user may not write.
-- Slow mode is apart: see slow_mode_of; so is `most_seq`, which ends a request: see store_messages.
-- `mayWriteIn` in libs/contracts says the same to clients; backend/src/shared/access/server-permissions.spec.ts compares them.
-- Callers: store_messages and store_repeated_messages, under the channels' locks; AccessService.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_writer(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (user_id uuid, username text, display_name text, profile_image_url text)
LANGUAGE sql STABLE AS $$
  SELECT writer.id, writer.username, writer.display_name, writer.profile_image_url
    FROM channel_participant(p_channel_id, p_user_id) participant
    JOIN users writer ON writer.id = participant.user_id
   WHERE NOT EXISTS (
     SELECT FROM measures suspension
      WHERE suspension.user_id = participant.user_id AND suspension.kind = 'suspended' AND suspension.ended_at IS NULL
        AND (suspension.until IS NULL OR suspension.until > now()))
     AND (participant.role <> 'member' OR NOT EXISTS (
     SELECT FROM channels channel LEFT JOIN channels parent ON parent.id = channel.parent_id
      WHERE channel.id = p_channel_id AND (channel.is_locked OR parent.is_locked OR channel.is_conversation AND EXISTS (
        SELECT FROM conversations two
         WHERE two.channel_id = coalesce(channel.parent_id, channel.id) AND NOT two.is_group
           AND (num_nonnulls(two.lower_id, two.higher_id) < 2
                OR EXISTS (SELECT FROM blocks WHERE member_id = two.lower_id AND other_id = two.higher_id))))))
$$
