-- Returns the member of a channel's server, which for a thread is that of its parent, who may read the channel, or no row for
-- others: who may follow what is written there. `PERMISSIONS.followMessages` in libs/contracts says the same to clients.
-- Callers: channel_participant, resolve_mentions and follow_thread; the statements that store or notify what is
-- for members only.
-- Locks: none. The planner inlines it, because it is one stable SELECT that returns a set; keep it so.
CREATE OR REPLACE FUNCTION channel_member(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (server_id uuid, user_id uuid, role text)
LANGUAGE sql STABLE AS $$
  SELECT reader.server_id, reader.user_id, reader.role
    FROM channel_reader(p_channel_id, p_user_id) reader
   WHERE reader.role IN ('owner', 'moderator', 'member')
$$
