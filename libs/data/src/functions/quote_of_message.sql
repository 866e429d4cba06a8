-- Returns the `Quote` of libs/contracts for a message: what an answer to it shows. Null for a null `seq`, and if the channel
-- has no such message.
-- Callers: store_messages, store_repeated_messages, and the columns of MessagesRepository and DraftsRepository. Locks: none.
CREATE OR REPLACE FUNCTION quote_of_message(p_channel_id uuid, p_seq integer) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT jsonb_build_object('seq', quoted.seq, 'rev', quoted.rev, 'userId', quoted.user_id, 'username', author.username,
                            'content', left(quoted.content, 200), 'isDeleted', quoted.deleted_at IS NOT NULL)
    FROM messages quoted LEFT JOIN users author ON author.id = quoted.user_id
   WHERE quoted.channel_id = p_channel_id AND quoted.seq = p_seq
$$
