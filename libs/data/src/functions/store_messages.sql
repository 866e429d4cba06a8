-- Stores a batch of messages for any number of channels, because a call and a commit per channel was most of the cost of
-- a message. Returns one row per given message, in order: the fields that the database sets, without `id` if the user
-- may not write, without `server_id` if the channel does not exist or is a conversation. A nonce used before stores nothing and raises
-- SQLSTATE OV001; the caller then uses store_repeated_messages. A reply mentions the author of the message that it answers,
-- before the members and groups that its text names: see answered_message and resolve_mentions. Slow mode
-- refuses messages as channel_writer does. A request takes no message above `most_seq` of its channel.
-- p_reply_seqs: the `seq` that each message answers, or null; one that the channel does not have is ignored.
-- Caller: MessagesRepository.appendBatch; append_messages, for the previous release.
-- Locks: the channels and the parents of threads, in order of their ids, before it reads; then what resolve_mentions locks, in
-- order of the senders; then what record_thread_replies and store_slow_mode_marks lock. The removal of a member locks the
-- channels of the server, but not its threads, so it waits for the parents.
-- A statement that both locks and numbers would leave gaps,
-- because its snapshot is older than the lock.
CREATE OR REPLACE FUNCTION store_messages(p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_nonces text[],
  p_reply_seqs integer[], p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, server_id uuid, mentioned uuid[], id uuid, seq integer, rev integer, at timestamptz,
  username text, display_name text, profile_image_url text, reply_to jsonb
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_server_ids uuid[];
  v_ids uuid[];
  v_seqs integer[];
  v_revs integer[];
  v_reply_seqs integer[];
  v_usernames text[];
  v_display_names text[];
  v_profile_image_urls text[];
  v_allowed integer;
  v_added integer;
  v_may_mention boolean;
  v_parent_ids uuid[];
  v_is_slow boolean;
  v_is_direct boolean;
  v_refused integer[] := '{}';
BEGIN
  -- A channel's parent never changes.
  v_parent_ids := ARRAY(SELECT c.parent_id FROM channels c WHERE c.id = ANY (p_channel_ids) AND c.parent_id IS NOT NULL);
  SELECT bool_or(locked.slow_mode_seconds IS NOT NULL), bool_or(locked.is_conversation) INTO v_is_slow, v_is_direct
    FROM (
      SELECT c.slow_mode_seconds, c.is_conversation FROM channels c WHERE c.id = ANY (p_channel_ids || v_parent_ids) ORDER BY c.id FOR NO KEY UPDATE
    ) locked;
  v_now := clock_timestamp();
  IF v_is_slow THEN
    v_refused := slow_mode_refusals(p_channel_ids, p_user_ids, v_now);
    IF EXISTS (
      SELECT FROM unnest(v_refused) AS refused (place)
        JOIN messages m ON m.channel_id = p_channel_ids[refused.place] AND m.user_id = p_user_ids[refused.place]
         AND m.nonce = p_nonces[refused.place]
    ) THEN
      RAISE EXCEPTION 'A nonce was used before.' USING ERRCODE = 'OV001';
    END IF;
  END IF;

  SELECT array_agg(f.server_id ORDER BY f.place), array_agg(f.id ORDER BY f.place),
         array_agg(f.last_seq + f.step ORDER BY f.place), array_agg(f.last_rev + f.step ORDER BY f.place),
         array_agg(f.reply_seq ORDER BY f.place), array_agg(f.username ORDER BY f.place),
         array_agg(f.display_name ORDER BY f.place), array_agg(f.profile_image_url ORDER BY f.place), count(f.id)::integer
    INTO v_server_ids, v_ids, v_seqs, v_revs, v_reply_seqs, v_usernames, v_display_names, v_profile_image_urls, v_allowed
    FROM (
      SELECT g.place, coalesce(c.server_id, c.parent_server_id) AS server_id, c.last_seq, c.last_rev, w.username, w.display_name, w.profile_image_url,
             CASE WHEN w.user_id IS NOT NULL THEN uuidv7() END AS id,
             -- A `seq` from the first to the last one exists, because there are no gaps.
             CASE WHEN g.reply_seq BETWEEN c.first_seq AND c.last_seq THEN g.reply_seq END AS reply_seq,
             (count(w.user_id) OVER (PARTITION BY g.channel_id ORDER BY g.place))::integer AS step
        FROM unnest(p_channel_ids, p_user_ids, p_reply_seqs) WITH ORDINALITY AS g (channel_id, user_id, reply_seq, place)
        LEFT JOIN channels c ON c.id = g.channel_id
        LEFT JOIN LATERAL channel_writer(g.channel_id, g.user_id) w ON g.place <> ALL (v_refused)
    ) f;
  IF v_is_direct THEN
    -- Only its sender writes in a request, so that its last messages are those to refuse.
    SELECT array_agg(CASE WHEN c.most_seq < f.seq THEN NULL ELSE f.id END ORDER BY f.place),
           count(f.id) FILTER (WHERE (c.most_seq < f.seq) IS NOT TRUE)
      INTO v_ids, v_allowed
      FROM unnest(v_ids, p_channel_ids, v_seqs) WITH ORDINALITY AS f (id, channel_id, seq, place)
      LEFT JOIN channels c ON c.id = f.channel_id;
  END IF;

  INSERT INTO messages (id, channel_id, user_id, seq, rev, content, nonce, reply_to_seq, created_at, updated_at)
  SELECT f.id, f.channel_id, f.user_id, f.seq, f.rev, f.content, f.nonce, f.reply_seq, v_now, v_now
    FROM unnest(v_ids, p_channel_ids, p_user_ids, v_seqs, v_revs, p_contents, p_nonces, v_reply_seqs)
           AS f (id, channel_id, user_id, seq, rev, content, nonce, reply_seq)
   WHERE f.id IS NOT NULL
  ON CONFLICT (channel_id, user_id, nonce) DO NOTHING;
  GET DIAGNOSTICS v_added = ROW_COUNT;
  IF v_added < v_allowed THEN
    RAISE EXCEPTION 'A nonce was used before.' USING ERRCODE = 'OV001';
  END IF;

  UPDATE channels c SET last_seq = n.last_seq, last_rev = n.last_rev
    FROM (
      SELECT f.channel_id, max(f.seq) AS last_seq, max(f.rev) AS last_rev
        FROM unnest(v_ids, p_channel_ids, v_seqs, v_revs) AS f (id, channel_id, seq, rev)
       WHERE f.id IS NOT NULL GROUP BY f.channel_id
    ) n
   WHERE c.id = n.channel_id;

  v_may_mention := cardinality(p_mention_places) > 0
    OR cardinality(v_parent_ids) > 0
    OR EXISTS (SELECT FROM unnest(v_reply_seqs) AS reply (seq) WHERE reply.seq IS NOT NULL);
  IF v_may_mention THEN
    WITH added AS (
      INSERT INTO mentions (user_id, channel_id, seq)
      SELECT m.user_id, p_channel_ids[t.place], v_seqs[t.place]
        FROM (
          SELECT g.place, array_remove(array_agg(g.name ORDER BY g.n), NULL) AS names, any_value(g.answered_id) AS answered_id
            FROM (
              SELECT *, NULL::uuid FROM unnest(p_mention_places, p_mentioned_names) WITH ORDINALITY AS named (place, name, n)
               UNION ALL
              SELECT reply.place::integer, NULL, 0, answered.user_id
                FROM unnest(p_channel_ids, v_seqs, v_reply_seqs) WITH ORDINALITY AS reply (channel_id, seq, reply_seq, place)
               CROSS JOIN LATERAL answered_message(reply.channel_id, reply.seq, reply.reply_seq) answered
               WHERE answered.deleted_at IS NULL AND answered.user_id IS NOT NULL
            ) g (place, name, n, answered_id)
           WHERE v_ids[g.place] IS NOT NULL
           GROUP BY g.place ORDER BY p_user_ids[g.place], g.place
        ) t
       CROSS JOIN LATERAL resolve_mentions(p_user_ids[t.place], t.answered_id, t.names, p_channel_ids[t.place], '{}') m
      RETURNING channel_id, seq
    )
    INSERT INTO outbox (topic, subject, request)
    SELECT 'notify', 'mention:' || stored.channel_id || ':' || stored.seq, current_request(NULL, stored.place::integer)
      FROM unnest(p_channel_ids, v_seqs, v_ids) WITH ORDINALITY AS stored (channel_id, seq, id, place)
     WHERE stored.id IS NOT NULL AND EXISTS (
       SELECT FROM added WHERE added.channel_id = stored.channel_id AND added.seq = stored.seq
     );
  END IF;

  IF cardinality(v_parent_ids) > 0 THEN
    PERFORM record_thread_replies(v_ids);
  END IF;
  IF v_is_slow THEN
    PERFORM store_slow_mode_marks(v_ids);
  END IF;
  IF v_is_direct THEN
    PERFORM move_conversations(v_ids);
  END IF;

  RETURN QUERY
  SELECT f.place::integer, f.server_id,
         CASE WHEN v_may_mention THEN ARRAY(
           SELECT t.user_id FROM mentions t WHERE t.channel_id = f.channel_id AND t.seq = f.seq AND f.id IS NOT NULL
         ) END,
         f.id, f.seq, f.rev, v_now, f.username, f.display_name, f.profile_image_url,
         quote_of_message(f.channel_id, f.reply_seq)
    FROM unnest(p_channel_ids, v_server_ids, v_ids, v_seqs, v_revs, v_reply_seqs, v_usernames, v_display_names,
                v_profile_image_urls)
           WITH ORDINALITY AS f (channel_id, server_id, id, seq, rev, reply_seq, username, display_name, profile_image_url, place)
   ORDER BY f.place;
END
$$
