-- Decides who may write in a channel: the members of its server, without those who are timed out. Returns the writer, or no
-- row if the user may not write.
-- `PERMISSIONS.writeMessages` in libs/contracts says the same to clients; backend/src/shared/access/server-permissions.spec.ts compares them.
-- A time-out ends by the clock of the transaction, so that all of its statements decide the same.
-- Callers: store_messages and store_repeated_messages, under the channels' locks; AccessService.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_writer(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (user_id uuid, username text, display_name text, profile_image_url text)
LANGUAGE sql STABLE AS $$
  SELECT writer.id, writer.username, writer.display_name, writer.profile_image_url
    FROM channel_member(p_channel_id, p_user_id) member
    JOIN users writer ON writer.id = member.user_id
   WHERE NOT EXISTS (
     SELECT FROM time_outs running
      WHERE running.server_id = member.server_id AND running.user_id = member.user_id AND running.until > now()
        AND member.role = 'member')
$$
