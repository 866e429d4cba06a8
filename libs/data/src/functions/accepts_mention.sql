-- Decides whether a member's mention of another one counts: not across a block, and not for someone who muted the author.
-- Caller: resolve_mentions. Locks: none. The planner inlines it.
CREATE OR REPLACE FUNCTION accepts_mention(p_mentioned_id uuid, p_author_id uuid)
RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM blocks WHERE member_id = p_mentioned_id AND other_id = p_author_id)
     AND NOT EXISTS (SELECT FROM mutes WHERE member_id = p_mentioned_id AND other_id = p_author_id)
$$
