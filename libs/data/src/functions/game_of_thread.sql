-- Returns the `Game` of libs/contracts for a thread: what all readers of its channel get. Null if the thread has no game.
-- Callers: thread_of_message; GamesRepository. Locks: none.
CREATE OR REPLACE FUNCTION game_of_thread(p_channel_id uuid) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('size', game.size, 'scoring', game.scoring, 'story', game.story,
             'position', game.position)) || jsonb_build_object(
           'id', game.channel_id,
           'number', game.number,
           'kind', game.kind,
           'bankSeconds', game.bank_seconds,
           'moveSeconds', game.move_seconds,
           'status', game.status,
           'players', coalesce((
             SELECT jsonb_agg(jsonb_build_object('seat', player.seat, 'userId', member.id, 'author',
                      CASE WHEN member.id IS NOT NULL THEN jsonb_build_object(
                        'username', member.username, 'displayName', member.display_name,
                        'profileImageUrl', member.profile_image_url) END) ORDER BY player.seat)
               FROM game_players player LEFT JOIN users member ON member.id = player.user_id
              WHERE player.game_id = game.channel_id), '[]'),
           'starterId', thread.started_by,
           'invitedId', game.invited_id,
           'toMove', to_jsonb(game.to_move),
           'deadlineAt', to_char(game.deadline_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'eventCount', game.event_count,
           'lastMove', game.last_move,
           'outcome', game.outcome,
           'isOpenToVisitors', game.is_open_to_visitors,
           'createdAt', to_char(game.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'endedAt', to_char(game.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM games game JOIN channels thread ON thread.id = game.channel_id
   WHERE game.channel_id = p_channel_id
$$
