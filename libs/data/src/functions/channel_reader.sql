-- Decides who may read a channel, and for a thread its parent: the members of its server, and everyone if the server is
-- public and asks no questions.
-- A private channel has fewer readers: staff, and the members that channel_grants names, themselves or by a group.
-- A conversation has no server: its members read it and its threads, as `member`, and those for whom it waits as a request,
-- without a role.
-- Returns the server and the role of the reader there, null for a visitor, or no row for those to whom the channel does not exist.
-- `PERMISSIONS.readServer` in libs/contracts says the same of other channels to clients;
-- backend/src/shared/access/server-permissions.spec.ts compares them.
-- Callers: channel_member; AccessService, and every statement that returns, counts or notifies of what is in channels.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_reader(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (server_id uuid, user_id uuid, role text)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(channel.server_id, channel.parent_server_id), p_user_id,
         CASE WHEN channel.is_conversation THEN (
           SELECT 'member' FROM conversation_members own
            WHERE own.channel_id = coalesce(channel.parent_id, channel.id) AND own.user_id = p_user_id AND own.state = 'joined'
         ) ELSE member.role END
    FROM channels channel
    LEFT JOIN channels parent ON parent.id = channel.parent_id
    LEFT JOIN server_members member
      ON member.server_id = coalesce(channel.server_id, channel.parent_server_id) AND member.user_id = p_user_id
   WHERE channel.id = p_channel_id
     AND CASE WHEN channel.is_conversation
              THEN EXISTS (
                SELECT FROM conversation_members own
                 WHERE own.channel_id = coalesce(channel.parent_id, channel.id) AND own.user_id = p_user_id
                   AND own.state IN ('joined', 'requested')
              )
              WHEN channel.is_private OR parent.is_private
              THEN member.role <> 'member' OR EXISTS (
                SELECT FROM channel_grants named
                 WHERE named.channel_id = coalesce(channel.parent_id, channel.id) AND named.user_id = p_user_id
              ) OR EXISTS (
                SELECT FROM channel_grants named
                  JOIN group_members own ON own.group_id = named.group_id AND own.user_id = p_user_id
                 WHERE named.channel_id = coalesce(channel.parent_id, channel.id)
              )
              ELSE member.role IS NOT NULL OR EXISTS (
                SELECT FROM servers place
                 WHERE place.id = coalesce(channel.server_id, channel.parent_server_id) AND place.is_public
                   AND NOT cardinality(place.questions) > 0
              ) END
$$
