-- The form of store_repeated_messages without replies.
-- Caller: the previous release, during an upgrade; a later one removes it.
CREATE OR REPLACE FUNCTION append_repeated_messages(p_channel_id uuid, p_user_ids uuid[], p_contents text[],
  p_nonces text[], p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, created boolean, server_id uuid, mentioned uuid[],
  id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text,
  created_at timestamptz, updated_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  username text, display_name text, profile_image_url text
)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
  SELECT s.place, s.created, s.server_id, s.mentioned, s.id, s.channel_id, s.user_id, s.seq, s.rev, s.content, s.nonce,
         s.created_at, s.updated_at, s.edited_at, s.deleted_at, s.username, s.display_name, s.profile_image_url
    FROM store_repeated_messages(p_channel_id, p_user_ids, p_contents, p_nonces, '{}', p_mention_places, p_mentioned_names) s;
END
$$
