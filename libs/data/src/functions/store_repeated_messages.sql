-- Stores a batch of messages for one channel in which nonces may repeat, which costs a lookup per message. Returns one
-- row per given message, in order: the message stored now or earlier under its nonce, without `id` if the user may not
-- write; no rows if the channel does not exist.
-- Callers: MessagesRepository.append, after store_messages raised OV001, whose header explains the parameters;
-- append_repeated_messages, for the previous release. Locks: the channel and its parent, before it reads; then what
-- resolve_mentions locks, in order of the senders; then what record_thread_replies and store_slow_mode_marks lock.
CREATE OR REPLACE FUNCTION store_repeated_messages(p_channel_id uuid, p_user_ids uuid[], p_contents text[],
  p_nonces text[], p_reply_seqs integer[], p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, created boolean, server_id uuid, mentioned uuid[],
  id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text,
  created_at timestamptz, updated_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  username text, display_name text, profile_image_url text, reply_to jsonb
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_server_id uuid;
  v_parent_id uuid;
  v_first_seq integer;
  v_last_seq integer;
  v_last_rev integer;
  v_added integer;
  v_may_mention boolean;
  v_is_slow boolean;
  v_is_direct boolean;
  v_most_seq integer;
  v_refused integer[] := '{}';
BEGIN
  -- A channel's parent never changes.
  v_parent_id := (SELECT c.parent_id FROM channels c WHERE c.id = p_channel_id);
  SELECT bool_or(locked.slow_mode_seconds IS NOT NULL) INTO v_is_slow
    FROM (
      SELECT c.slow_mode_seconds FROM channels c WHERE c.id IN (p_channel_id, v_parent_id) ORDER BY c.id FOR NO KEY UPDATE
    ) locked;
  SELECT coalesce(c.server_id, c.parent_server_id), c.first_seq, c.last_seq, c.last_rev, c.is_conversation, c.most_seq
    INTO v_server_id, v_first_seq, v_last_seq, v_last_rev, v_is_direct, v_most_seq
    FROM channels c WHERE c.id = p_channel_id;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF v_is_slow THEN
    -- A message that is stored already needs no turn.
    v_refused := slow_mode_refusals(
      array_fill(p_channel_id, ARRAY[cardinality(p_user_ids)]),
      ARRAY(
        SELECT CASE WHEN m.id IS NULL THEN g.user_id END
          FROM unnest(p_user_ids, p_nonces) WITH ORDINALITY AS g (user_id, nonce, place)
          LEFT JOIN messages m ON m.channel_id = p_channel_id AND m.user_id = g.user_id AND m.nonce = g.nonce
         ORDER BY g.place
      ),
      clock_timestamp()
    );
  END IF;

  INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, reply_to_seq, created_at, updated_at)
  SELECT p_channel_id, f.user_id, v_last_seq + f.step, v_last_rev + f.step, f.content, f.nonce,
         CASE WHEN f.reply_seq BETWEEN v_first_seq AND v_last_seq THEN f.reply_seq END, f.at, f.at
    FROM (
      SELECT w.*, clock_timestamp() AS at, row_number() OVER (ORDER BY w.place)::integer AS step
        FROM (
          SELECT DISTINCT ON (g.user_id, g.nonce) g.*
            FROM unnest(p_user_ids, p_contents, p_nonces, p_reply_seqs) WITH ORDINALITY
                   AS g (user_id, content, nonce, reply_seq, place)
           ORDER BY g.user_id, g.nonce, g.place
        ) w
       WHERE w.place <> ALL (v_refused)
         AND EXISTS (SELECT FROM channel_writer(p_channel_id, w.user_id))
         AND NOT EXISTS (
           SELECT 1 FROM messages m
            WHERE m.channel_id = p_channel_id AND m.user_id = w.user_id AND m.nonce = w.nonce
         )
    ) f
   WHERE (v_most_seq < v_last_seq + f.step) IS NOT TRUE;
  GET DIAGNOSTICS v_added = ROW_COUNT;

  IF v_added > 0 THEN
    UPDATE channels c SET last_seq = v_last_seq + v_added, last_rev = v_last_rev + v_added
     WHERE c.id = p_channel_id;
  END IF;

  v_may_mention := cardinality(p_mention_places) > 0 OR v_parent_id IS NOT NULL OR EXISTS (
    SELECT FROM messages m WHERE m.channel_id = p_channel_id AND m.seq > v_last_seq AND m.reply_to_seq IS NOT NULL
  );
  -- A message keeps its own mentions: of a nonce given twice, those of the first.
  IF v_added > 0 AND v_may_mention THEN
    WITH stored AS (
      SELECT f.place, m.user_id, m.seq, m.reply_to_seq
        FROM (
          SELECT DISTINCT ON (g.user_id, g.nonce) g.user_id, g.nonce, g.place
            FROM unnest(p_user_ids, p_nonces) WITH ORDINALITY AS g (user_id, nonce, place)
           ORDER BY g.user_id, g.nonce, g.place
        ) f
        JOIN messages m
          ON m.channel_id = p_channel_id AND m.user_id = f.user_id AND m.nonce = f.nonce AND m.seq > v_last_seq
    ), added AS (
      INSERT INTO mentions (user_id, channel_id, seq)
      SELECT w.user_id, p_channel_id, t.seq
        FROM (
          SELECT n.user_id, n.seq, array_remove(array_agg(n.name ORDER BY n.n), NULL) AS names,
                 any_value(n.answered_id) AS answered_id
            FROM (
              SELECT stored.user_id, stored.seq, named.name, named.n, NULL::uuid FROM stored
                JOIN unnest(p_mention_places, p_mentioned_names) WITH ORDINALITY AS named (place, name, n)
                  ON named.place = stored.place
               UNION ALL
              SELECT stored.user_id, stored.seq, NULL, 0, answered.user_id FROM stored
               CROSS JOIN LATERAL answered_message(p_channel_id, stored.seq, stored.reply_to_seq) answered
               WHERE answered.deleted_at IS NULL AND answered.user_id IS NOT NULL
            ) n (user_id, seq, name, n, answered_id)
           GROUP BY n.user_id, n.seq ORDER BY n.user_id, n.seq
        ) t
       CROSS JOIN LATERAL resolve_mentions(t.user_id, t.answered_id, t.names, p_channel_id, '{}') w
      RETURNING channel_id, seq
    )
    INSERT INTO outbox (topic, subject, request)
    SELECT DISTINCT 'notify', 'mention:' || added.channel_id || ':' || added.seq, current_request(p_channel_id, NULL) FROM added;
  END IF;

  IF v_parent_id IS NOT NULL THEN
    PERFORM record_thread_replies(
      ARRAY(SELECT m.id FROM messages m WHERE m.channel_id = p_channel_id AND m.seq > v_last_seq)
    );
  END IF;
  IF v_is_slow THEN
    PERFORM store_slow_mode_marks(
      ARRAY(SELECT m.id FROM messages m WHERE m.channel_id = p_channel_id AND m.seq > v_last_seq)
    );
  END IF;
  IF v_is_direct THEN
    PERFORM move_conversations(
      ARRAY(SELECT m.id FROM messages m WHERE m.channel_id = p_channel_id AND m.seq > v_last_seq)
    );
  END IF;

  RETURN QUERY
  SELECT g.place::integer,
         COALESCE(m.seq > v_last_seq, false)
           AND g.place = min(g.place) OVER (PARTITION BY g.user_id, g.nonce),
         v_server_id,
         CASE WHEN v_may_mention THEN ARRAY(
           SELECT t.user_id FROM mentions t WHERE t.channel_id = p_channel_id AND t.seq = m.seq
         ) END,
         m.id, m.channel_id, m.user_id, m.seq, m.rev, CASE WHEN expiry.at IS NULL THEN m.content ELSE '' END, m.nonce,
         m.created_at, m.updated_at, m.edited_at, coalesce(m.deleted_at, expiry.at),
         u.username, u.display_name, u.profile_image_url, quote_of_message(m.channel_id, m.reply_to_seq)
    FROM unnest(p_user_ids, p_nonces) WITH ORDINALITY AS g (user_id, nonce, place)
    LEFT JOIN messages m ON m.channel_id = p_channel_id AND m.user_id = g.user_id AND m.nonce = g.nonce
    LEFT JOIN users u ON u.id = m.user_id
    LEFT JOIN LATERAL expiry_of_message(m.channel_id, m.id, m.created_at) expiry ON m.deleted_at IS NULL AND expiry.at <= now()
   ORDER BY g.place;
END
$$
