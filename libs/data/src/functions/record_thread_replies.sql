-- Records new messages in threads: the threads are stale until announce_thread, and those who wrote the messages or are
-- mentioned in them follow the threads. With the first reply, which mentions the author of the message that starts the thread,
-- that author follows too; in a conversation, whose members hear of every message, all of them follow. Messages outside of
-- threads and null ids are ignored.
-- Callers: store_messages and store_repeated_messages, under the locks of the threads. Locks: what follow_thread locks.
CREATE OR REPLACE FUNCTION record_thread_replies(p_message_ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_thread record;
BEGIN
  FOR v_thread IN
    SELECT thread.id, array_agg(follower.user_id) AS user_ids, array_agg(follower.read_seq) AS read_seqs
      FROM messages reply JOIN channels thread ON thread.id = reply.channel_id AND thread.parent_id IS NOT NULL
     CROSS JOIN LATERAL (
       SELECT reply.user_id, reply.seq AS read_seq
        UNION ALL
       SELECT mention.user_id, reply.seq - 1 FROM mentions mention
        WHERE mention.channel_id = reply.channel_id AND mention.seq = reply.seq
        UNION ALL
       SELECT starting.user_id, 0 FROM messages starting WHERE starting.id = thread.parent_message_id AND reply.seq = 1
        UNION ALL
       SELECT talking.user_id, 0 FROM conversation_members talking WHERE talking.channel_id = thread.parent_id AND reply.seq = 1
     ) follower
     WHERE reply.id = ANY (p_message_ids)
     GROUP BY thread.id ORDER BY thread.id
  LOOP
    INSERT INTO stale_threads (channel_id) VALUES (v_thread.id) ON CONFLICT DO NOTHING;
    PERFORM follow_thread(v_thread.id, v_thread.user_ids, v_thread.read_seqs);
  END LOOP;
END
$$
