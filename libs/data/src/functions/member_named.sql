-- Returns the member who has an Oni ID, or who gave it up and still holds it. Null if it leads to nobody.
-- Callers: resolve_mentions, AccessService, FeedsRepository, ConstellationRepository. Locks: none.
CREATE OR REPLACE FUNCTION member_named(p_name text)
RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT id FROM users WHERE username = p_name),
    (SELECT user_id FROM former_usernames WHERE username = p_name AND held_until > now()))
$$
