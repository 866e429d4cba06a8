-- Lets members follow a thread, those who may read it and follow fewer than 1,000 threads: see `followedThreads` in the quotas
-- of the backend. Returns those who did not follow it before. Of those, a member who never read the thread starts after the
-- message at the same place of p_read_seqs.
-- Callers: record_thread_replies, under the lock of the thread, and ThreadsRepository.
-- Locks: the memberships, so that none ends before its follow is stored, and takes it along. It never waits: only the end of a
-- membership locks its row against this, and a member who is leaving need not follow.
CREATE OR REPLACE FUNCTION follow_thread(p_channel_id uuid, p_user_ids uuid[], p_read_seqs integer[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
  WITH follower AS MATERIALIZED (
    SELECT DISTINCT given.user_id FROM unnest(p_user_ids) AS given (user_id)
     WHERE EXISTS (SELECT FROM channel_member(p_channel_id, given.user_id))
       AND NOT EXISTS (
         SELECT FROM thread_follows known WHERE known.user_id = given.user_id AND known.channel_id = p_channel_id)
       AND (SELECT count(*) FROM (SELECT FROM thread_follows other WHERE other.user_id = given.user_id LIMIT 1000) counted) < 1000
  ), in_server AS MATERIALIZED (
    SELECT member.user_id, member.server_id
      FROM channels thread JOIN server_members member ON member.server_id = thread.parent_server_id
     WHERE thread.id = p_channel_id AND member.user_id IN (SELECT user_id FROM follower)
       FOR KEY SHARE OF member SKIP LOCKED
  ), in_conversation AS MATERIALIZED (
    SELECT member.user_id, member.channel_id
      FROM channels thread JOIN conversation_members member ON member.channel_id = thread.parent_id
     WHERE thread.id = p_channel_id AND member.user_id IN (SELECT user_id FROM follower)
       FOR KEY SHARE OF member SKIP LOCKED
  ), followed AS (
    INSERT INTO thread_follows (user_id, channel_id, server_id, conversation_id)
    SELECT user_id, p_channel_id, server_id, NULL FROM in_server
     UNION ALL
    SELECT user_id, p_channel_id, NULL, channel_id FROM in_conversation
    ON CONFLICT DO NOTHING RETURNING user_id
  ), marked AS (
    INSERT INTO channel_reads (user_id, channel_id, read_seq)
    SELECT followed.user_id, p_channel_id, max(given.read_seq)
      FROM followed JOIN unnest(p_user_ids, p_read_seqs) AS given (user_id, read_seq) ON given.user_id = followed.user_id
     GROUP BY followed.user_id
    ON CONFLICT DO NOTHING
  )
  SELECT user_id FROM followed
$$
