-- Returns which messages of a batch slow mode refuses, by their places: those of members who wait, and all but the first of a
-- member in a channel and its threads.
-- p_user_ids: null for a message that needs no turn.
-- Callers: store_messages and store_repeated_messages, under the locks of the channels and of the parents of threads.
-- Locks: none.
CREATE OR REPLACE FUNCTION slow_mode_refusals(p_channel_ids uuid[], p_user_ids uuid[], p_now timestamptz) RETURNS integer[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(turn.place), '{}')
    FROM (
      SELECT g.place::integer AS place, slow.until,
             row_number() OVER (PARTITION BY slow.channel_id, g.user_id ORDER BY g.place) AS number
        FROM unnest(p_channel_ids, p_user_ids) WITH ORDINALITY AS g (channel_id, user_id, place)
       CROSS JOIN LATERAL slow_mode_of(g.channel_id, g.user_id) slow
    ) turn
   WHERE turn.until > p_now OR turn.number > 1
$$
