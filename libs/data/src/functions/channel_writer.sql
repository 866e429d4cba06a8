-- Decides who may write in a channel: members of its server, which for a thread is that of its parent. Returns the writer, or no row if the user may not write.
-- `PERMISSIONS.writeMessages` in libs/contracts says the same to clients; backend/src/shared/access/server-permissions.spec.ts compares them.
-- Callers: store_messages and store_repeated_messages, under the channels' locks; AccessService; ReadMarksRepository.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_writer(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (user_id uuid, username text, display_name text, profile_image_url text)
LANGUAGE sql STABLE AS $$
  SELECT writer.id, writer.username, writer.display_name, writer.profile_image_url
    FROM channels channel
    JOIN server_members member ON member.server_id = coalesce(channel.server_id, channel.parent_server_id)
    JOIN users writer ON writer.id = member.user_id
   WHERE channel.id = p_channel_id AND member.user_id = p_user_id
     AND member.role IN ('owner', 'moderator', 'member')
$$
