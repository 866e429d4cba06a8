-- Returns what reactions_of_message returns, at a cost that depends on the number of emojis, not of reactions: it reads the first
-- reactions of each emoji by its index, and counts up to REACTIONS_COUNTED of them. For few reactions it would cost twice as much.
-- Caller: reactions_of_message. Locks: none.
CREATE OR REPLACE FUNCTION crowded_reactions(p_channel_id uuid, p_seq integer) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  WITH RECURSIVE used AS (
    (SELECT reaction.emoji, reaction.first_id FROM message_reactions reaction
      WHERE reaction.channel_id = p_channel_id AND reaction.seq = p_seq ORDER BY reaction.emoji, reaction.id LIMIT 1)
    UNION ALL
    SELECT following.emoji, following.first_id
      FROM used CROSS JOIN LATERAL (
        SELECT reaction.emoji, reaction.first_id FROM message_reactions reaction
         WHERE reaction.channel_id = p_channel_id AND reaction.seq = p_seq AND reaction.emoji > used.emoji
         ORDER BY reaction.emoji, reaction.id LIMIT 1) following
  )
  SELECT jsonb_agg(jsonb_build_object(
           'emoji', used.emoji,
           'count', (SELECT count(*) FROM (
              SELECT FROM message_reactions reaction
               WHERE reaction.channel_id = p_channel_id AND reaction.seq = p_seq AND reaction.emoji = used.emoji LIMIT 10000) counted),
           'first', (SELECT jsonb_agg(jsonb_build_object('userId', member.id, 'author', jsonb_build_object(
                              'username', member.username, 'displayName', member.display_name,
                              'profileImageUrl', member.profile_image_url)) ORDER BY placed.id)
                       FROM (
                         SELECT reaction.user_id, reaction.id FROM message_reactions reaction
                          WHERE reaction.channel_id = p_channel_id AND reaction.seq = p_seq AND reaction.emoji = used.emoji
                          ORDER BY reaction.id LIMIT 3
                       ) placed
                       JOIN users member ON member.id = placed.user_id)
         ) ORDER BY used.first_id)
    FROM used
$$
