-- Returns the `ThreadSummary` of libs/contracts for a message: what all of its readers get. Null if it starts no thread. Names
-- the last members of the latest 50 messages, see THREAD_FACES. A game that waits for players has a thread without messages.
-- Caller: the columns of MessagesRepository, for messages that have ever had reactions or a thread. Locks: none.
CREATE OR REPLACE FUNCTION thread_of_message(p_message_id uuid) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT jsonb_build_object(
           'channelId', thread.id,
           'replyCount', thread.last_seq - thread.first_seq + 1 - (
             SELECT count(*) FROM messages gone WHERE gone.channel_id = thread.id AND gone.deleted_at IS NOT NULL),
           'lastSeq', thread.last_seq,
           'lastReplyAt', to_char(coalesce(newest.created_at, thread.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'faces', coalesce((
             SELECT jsonb_agg(jsonb_build_object('userId', member.id, 'author', jsonb_build_object(
                      'username', member.username, 'displayName', member.display_name,
                      'profileImageUrl', member.profile_image_url)) ORDER BY writer.seq DESC)
               FROM (SELECT reply.user_id, max(reply.seq) AS seq FROM messages reply
                      WHERE reply.channel_id = thread.id AND reply.seq > thread.last_seq - 50 AND reply.deleted_at IS NULL
                        AND reply.user_id IS NOT NULL
                      GROUP BY reply.user_id ORDER BY seq DESC LIMIT 3) writer
               JOIN users member ON member.id = writer.user_id), '[]'))
         || CASE WHEN game.view IS NULL THEN '{}' ELSE jsonb_build_object('game', game.view) END
    FROM channels thread
    LEFT JOIN messages newest ON newest.channel_id = thread.id AND newest.seq = thread.last_seq
    LEFT JOIN LATERAL (SELECT game_of_thread(thread.id) AS view) game ON true
   WHERE thread.parent_message_id = p_message_id AND (newest.id IS NOT NULL OR game.view IS NOT NULL)
$$
