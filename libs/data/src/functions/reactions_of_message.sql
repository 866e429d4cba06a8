-- Returns the `Reaction`s of libs/contracts for a message, without `isMine`: what all of its readers get. In the order of the
-- first use of each emoji; null if there are none. Names the first three members of each, see REACTIONS. Of more than 200
-- reactions, it reads no more.
-- Caller: the columns of MessagesRepository, for messages that have ever had reactions. Locks: none.
CREATE OR REPLACE FUNCTION reactions_of_message(p_channel_id uuid, p_seq integer) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT CASE WHEN sum(used.count) > 200 THEN crowded_reactions(p_channel_id, p_seq) ELSE
           jsonb_agg(jsonb_build_object('emoji', used.emoji, 'count', used.count, 'first', used.first) ORDER BY used.first_id) END
    FROM (
      SELECT placed.emoji, placed.first_id, count(*) AS count,
             jsonb_agg((
               SELECT jsonb_build_object('userId', member.id, 'author', jsonb_build_object(
                        'username', member.username, 'displayName', member.display_name,
                        'profileImageUrl', member.profile_image_url))
                 FROM users member WHERE member.id = placed.user_id
             ) ORDER BY placed.id) FILTER (WHERE placed.place <= 3) AS first
        FROM (
          SELECT reaction.*, row_number() OVER (PARTITION BY reaction.emoji ORDER BY reaction.id) AS place
            FROM (SELECT * FROM message_reactions every WHERE every.channel_id = p_channel_id AND every.seq = p_seq LIMIT 201) reaction
        ) placed
       GROUP BY placed.emoji, placed.first_id
    ) used
$$
