-- Gives a stored message its attachments, in the given order, and returns them as `attachmentsOf` does. Raises SQLSTATE OV002 if
-- one is not an upload of the author that is ready and that nothing has claimed; nothing is stored then. A message that filters
-- held, or that was scheduled, claimed its attachments before, and is stored with the same nonce.
-- p_alts: what each shows or says, or an empty text.
-- Caller: the statements of MessagesRepository that store messages, under the locks of the channels. Locks: the attachments, in
-- order of their ids, then their objects.
CREATE OR REPLACE FUNCTION claim_attachments(p_message_id uuid, p_user_id uuid, p_ids uuid[], p_alts text[]) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_claimed integer;
BEGIN
  PERFORM 1 FROM attachments a WHERE a.id = ANY (p_ids) ORDER BY a.id FOR NO KEY UPDATE;
  UPDATE attachments a
     SET message_id = m.id, channel_id = m.channel_id, listed_in = coalesce(c.parent_id, c.id), held_message_id = NULL,
         scheduled_message_id = NULL, place = given.place, alt = given.alt
    FROM unnest(p_ids, p_alts) WITH ORDINALITY AS given (id, alt, place)
   CROSS JOIN messages m
    JOIN channels c ON c.id = m.channel_id
   WHERE m.id = p_message_id AND a.id = given.id AND a.user_id = p_user_id AND a.ready_at IS NOT NULL
     AND num_nonnulls(a.message_id, a.post_id, a.reply_id, a.track_id) = 0
     AND (a.held_message_id IS NULL OR EXISTS (
       SELECT FROM held_messages held
        WHERE held.id = a.held_message_id AND held.channel_id = m.channel_id AND held.user_id = m.user_id AND held.nonce = m.nonce
     ))
     AND (a.scheduled_message_id IS NULL OR EXISTS (
       SELECT FROM scheduled_messages scheduled
        WHERE scheduled.id = a.scheduled_message_id AND scheduled.channel_id = m.channel_id
          AND scheduled.user_id = m.user_id AND scheduled.nonce = m.nonce
     ));
  GET DIAGNOSTICS v_claimed = ROW_COUNT;
  IF v_claimed < cardinality(p_ids) THEN
    RAISE EXCEPTION 'An attachment cannot be claimed.' USING ERRCODE = 'OV002';
  END IF;
  UPDATE objects SET state = 'used'
   WHERE state = 'stored' AND path IN (SELECT a.object_path FROM attachments a WHERE a.message_id = p_message_id);
  UPDATE messages SET has_files = true WHERE id = p_message_id;
  RETURN (
    SELECT jsonb_agg(attachment_view(a) ORDER BY a.place) FROM attachments a WHERE a.message_id = p_message_id
  );
END
$$
