-- Decides who may read a channel, and for a thread its parent: the members of its server, and everyone if the server is
-- public and asks no questions.
-- Returns the server and the role of the reader there, null for a visitor, or no row for those to whom the channel does not exist.
-- `PERMISSIONS.readServer` in libs/contracts says the same to clients; backend/src/shared/access/server-permissions.spec.ts compares them.
-- Callers: channel_member; AccessService, and every statement that returns, counts or notifies of what is in channels.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_reader(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (server_id uuid, user_id uuid, role text)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(channel.server_id, channel.parent_server_id), p_user_id, member.role
    FROM channels channel
    LEFT JOIN server_members member
      ON member.server_id = coalesce(channel.server_id, channel.parent_server_id) AND member.user_id = p_user_id
   WHERE channel.id = p_channel_id
     AND (member.role IS NOT NULL OR EXISTS (
       SELECT FROM servers place
        WHERE place.id = coalesce(channel.server_id, channel.parent_server_id) AND place.is_public
          AND NOT cardinality(place.questions) > 0))
$$
