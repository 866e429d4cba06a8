-- Returns the member of a channel's server as channel_member does, or no row for one who is timed out, and for everybody in an
-- archived server: who may react there. `PERMISSIONS.reactToMessages` in libs/contracts says the same to clients.
-- A time-out ends by the clock of the transaction, so that all of its statements decide the same.
-- Callers: channel_writer; AccessService.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_participant(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (server_id uuid, user_id uuid, role text)
LANGUAGE sql STABLE AS $$
  SELECT member.server_id, member.user_id, member.role
    FROM channel_member(p_channel_id, p_user_id) member
   WHERE NOT EXISTS (
     SELECT FROM time_outs running
      WHERE running.server_id = member.server_id AND running.user_id = member.user_id AND running.until > now()
        AND member.role = 'member')
     AND NOT EXISTS (SELECT FROM servers place WHERE place.id = member.server_id AND place.archived_at IS NOT NULL)
$$
