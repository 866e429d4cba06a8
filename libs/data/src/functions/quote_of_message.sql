-- Returns the `Quote` of libs/contracts for a message: what an answer to it shows. A message that is no longer stored, because it
-- expired, reads as a deleted one, with the highest `rev` (`LIMITS.seq.max`), because it does not change. Null for a null `seq`,
-- and if the channel never had such a message.
-- Callers: store_messages, store_repeated_messages, and the columns of MessagesRepository and DraftsRepository. Locks: none.
CREATE OR REPLACE FUNCTION quote_of_message(p_channel_id uuid, p_seq integer) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT jsonb_build_object('seq', quoted.seq, 'rev', quoted.rev, 'userId', quoted.user_id, 'username', author.username,
                            'content', CASE WHEN expiry.at IS NULL THEN left(quoted.content, 200) ELSE '' END,
                            'isDeleted', quoted.deleted_at IS NOT NULL OR expiry.at IS NOT NULL)
    FROM messages quoted LEFT JOIN users author ON author.id = quoted.user_id
    LEFT JOIN LATERAL expiry_of_message(quoted.channel_id, quoted.id, quoted.created_at) expiry ON expiry.at <= now()
   WHERE quoted.channel_id = p_channel_id AND quoted.seq = p_seq
   UNION ALL
  SELECT jsonb_build_object('seq', p_seq, 'rev', 2147483647, 'userId', NULL, 'username', NULL, 'content', '', 'isDeleted', true)
    FROM channels channel WHERE channel.id = p_channel_id AND p_seq BETWEEN 1 AND channel.first_seq - 1
$$
