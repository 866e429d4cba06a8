-- Returns the member of a channel's server, which for a thread is that of its parent, or no row for others: who may read there
-- and follow. `PERMISSIONS.followMessages` in libs/contracts says the same to clients.
-- Callers: channel_writer; AccessService, DraftsRepository and ReadMarksRepository.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_member(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (server_id uuid, user_id uuid, role text)
LANGUAGE sql STABLE AS $$
  SELECT member.server_id, member.user_id, member.role
    FROM channels channel
    JOIN server_members member ON member.server_id = coalesce(channel.server_id, channel.parent_server_id)
   WHERE channel.id = p_channel_id AND member.user_id = p_user_id
     AND member.role IN ('owner', 'moderator', 'member')
$$
