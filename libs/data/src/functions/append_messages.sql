-- The form of store_messages without replies.
-- Caller: the previous release, during an upgrade; a later one removes it.
CREATE OR REPLACE FUNCTION append_messages(p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_nonces text[],
  p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, server_id uuid, mentioned uuid[], id uuid, seq integer, rev integer, at timestamptz,
  username text, display_name text, profile_image_url text
)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  SELECT s.place, s.server_id, s.mentioned, s.id, s.seq, s.rev, s.at, s.username, s.display_name, s.profile_image_url
    FROM store_messages(p_channel_ids, p_user_ids, p_contents, p_nonces, '{}', p_mention_places, p_mentioned_names) s;
END
$$
