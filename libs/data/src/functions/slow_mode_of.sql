-- Returns the channel whose slow mode a member follows in a channel or in one of its threads, and when they may write again: null
-- if they have not written there. No row without slow mode, or for staff.
-- Callers: slow_mode_refusals and store_slow_mode_marks, under the channels' locks; MessagesRepository, ChannelsRepository.
-- Locks: none.
CREATE OR REPLACE FUNCTION slow_mode_of(p_channel_id uuid, p_user_id uuid)
RETURNS TABLE (channel_id uuid, until timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT slow.id, mark.written_at + make_interval(secs => slow.slow_mode_seconds)
    FROM channels channel
    JOIN channels slow ON slow.id = coalesce(channel.parent_id, channel.id) AND slow.slow_mode_seconds IS NOT NULL
    JOIN server_members member ON member.server_id = slow.server_id AND member.user_id = p_user_id AND member.role = 'member'
    LEFT JOIN slow_mode_marks mark ON mark.channel_id = slow.id AND mark.user_id = member.user_id
   WHERE channel.id = p_channel_id
$$
