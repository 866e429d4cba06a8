-- Returns the author of the message that a message answers: the one that it quotes, or for the first reply of a thread the one
-- that starts it. No row if it answers none; `user_id` is null if the author was erased.
-- Callers: store_messages, store_repeated_messages, MessageChangesRepository.edit, HomeRepository, and the worker for mentions.
-- Locks: none. The planner inlines it.
CREATE OR REPLACE FUNCTION answered_message(p_channel_id uuid, p_seq integer, p_reply_to_seq integer)
RETURNS TABLE (user_id uuid, deleted_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT quoted.user_id, quoted.deleted_at FROM messages quoted
   WHERE quoted.channel_id = p_channel_id AND quoted.seq = p_reply_to_seq
   UNION ALL
  SELECT starting.user_id, starting.deleted_at
    FROM channels thread JOIN messages starting ON starting.id = thread.parent_message_id
   WHERE thread.id = p_channel_id AND p_seq = 1
$$
