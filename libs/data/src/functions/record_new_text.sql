-- Records a text of a new account, and decides whether it is held as a copy: whether, with it, so many copies of so many accounts
-- were written within p_window, by any pair of p_accounts and p_copies. Copies that were not held belong to the wave too. A text
-- recorded before under its nonce, or of what p_subject_id names, keeps its decision; other words under a nonce, whose first
-- text may never have been stored, do not. Texts that staff found harmless within the window are not held again.
-- A wave has the texts with a hash, and those of the accounts that wrote one of them; waves that a text connects become one.
-- Caller: Copies.record in the backend.
-- Locks: the hash, and for a copy the waves, as advisory locks until the end of the transaction; then open waves that no decision
-- has locked, without waiting for one: its wave takes no more texts.
CREATE OR REPLACE FUNCTION record_new_text(p_hash bigint, p_user_id uuid, p_kind text, p_channel_id uuid, p_subject_id uuid,
  p_nonce text, p_text text, p_window interval, p_accounts integer[], p_copies integer[])
RETURNS TABLE (id uuid, is_held boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_is_held boolean;
  v_accounts integer;
  v_copies integer;
  v_wave_ids uuid[];
  v_wave_id uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(6640068, hashint8(p_hash));
  IF p_subject_id IS NOT NULL THEN
    -- An edit that keeps the words is no further copy.
    RETURN QUERY SELECT t.id, t.is_held FROM new_texts t
     WHERE t.user_id = p_user_id AND t.hash = p_hash AND t.kind = p_kind
       AND (t.subject_id = p_subject_id OR EXISTS (
         SELECT FROM messages m WHERE m.id = p_subject_id AND m.channel_id = t.channel_id AND m.nonce = t.nonce))
     LIMIT 1;
    IF FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO new_texts (hash, user_id, kind, channel_id, subject_id, nonce)
  VALUES (p_hash, p_user_id, p_kind, p_channel_id, p_subject_id, p_nonce)
  ON CONFLICT (user_id, channel_id, nonce) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at
    WHERE new_texts.hash <> excluded.hash AND NOT new_texts.is_held
  RETURNING new_texts.id INTO v_id;
  IF v_id IS NULL THEN
    RETURN QUERY SELECT t.id, t.is_held FROM new_texts t
     WHERE t.user_id = p_user_id AND t.channel_id = p_channel_id AND t.nonce = p_nonce;
    RETURN;
  END IF;

  SELECT count(DISTINCT t.user_id), count(*) INTO v_accounts, v_copies
    FROM new_texts t WHERE t.hash = p_hash AND t.created_at > now() - p_window;
  v_is_held := EXISTS (
    SELECT FROM unnest(p_accounts, p_copies) AS least_of (accounts, copies)
     WHERE v_accounts >= least_of.accounts AND v_copies >= least_of.copies
  ) AND NOT EXISTS (
    SELECT FROM new_texts t JOIN spam_waves w ON w.id = t.wave_id AND w.state = 'dismissed'
     WHERE t.hash = p_hash AND t.created_at > now() - p_window
  );
  IF v_is_held THEN
    PERFORM pg_advisory_xact_lock(6640069, 0);
    v_wave_ids := ARRAY(
      SELECT w.id FROM spam_waves w
       WHERE w.state = 'open' AND w.id IN (
         SELECT t.wave_id FROM new_texts t WHERE t.hash = p_hash AND t.created_at > now() - p_window
          UNION SELECT t.wave_id FROM new_texts t WHERE t.user_id = p_user_id)
       ORDER BY w.id FOR UPDATE SKIP LOCKED
    );
    v_wave_id := v_wave_ids[1];
    IF v_wave_id IS NULL THEN
      INSERT INTO spam_waves DEFAULT VALUES RETURNING spam_waves.id INTO v_wave_id;
    ELSIF cardinality(v_wave_ids) > 1 THEN
      UPDATE new_texts t SET wave_id = v_wave_id WHERE t.wave_id = ANY (v_wave_ids) AND t.wave_id <> v_wave_id;
      DELETE FROM spam_waves w WHERE w.id = ANY (v_wave_ids) AND w.id <> v_wave_id;
    END IF;
    UPDATE new_texts t SET wave_id = v_wave_id, is_held = t.is_held OR t.id = v_id
     WHERE t.hash = p_hash AND t.created_at > now() - p_window
       AND (t.wave_id IS NULL OR t.id = v_id);
    -- Staff see no text of a private channel without a report about it.
    UPDATE spam_waves w
       SET accounts = counted.accounts, texts = counted.texts,
           sample = coalesce(w.sample, CASE WHEN p_channel_id IS NULL OR EXISTS (
             SELECT FROM channels c LEFT JOIN channels parent ON parent.id = c.parent_id
               JOIN servers s ON s.id = coalesce(c.server_id, c.parent_server_id) AND s.is_public
              WHERE c.id = p_channel_id AND NOT c.is_private AND parent.is_private IS NOT TRUE) THEN left(p_text, 500) END)
      FROM (SELECT count(DISTINCT t.user_id) AS accounts, count(*) AS texts FROM new_texts t WHERE t.wave_id = v_wave_id) counted
     WHERE w.id = v_wave_id;
  END IF;
  RETURN QUERY SELECT v_id, v_is_held;
END
$$
