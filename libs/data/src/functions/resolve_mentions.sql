-- Returns whom a text mentions: the author of the message that it answers, then the members and groups that it names, without
-- its sender; of all these the first 10, where a group counts as one. A group stands for its members, the first 1,000 of all
-- groups of the text. Of those who were not mentioned by it before, only as many members and groups as the sender may still
-- mention today, at most 200, and 20 groups; each of them counts at once, and stays counted when the text is deleted. See
-- MENTIONS and GROUP_LIMITS in libs/contracts.
-- p_names: may repeat. In a dimension the name of a group names the group, also if a member has that Oni ID and if the sender
-- may not mention the group: whoever takes an Oni ID must not take the mentions of a group. A former Oni ID names the member who
-- holds it. p_answered: null without an answer. p_channel_id: only its readers are mentioned; null for all members and no groups.
-- p_known: whom the text mentions already. A member who does not accept mentions of the sender is left out: see accepts_mention.
-- `PERMISSIONS.manageGroups` in libs/contracts names to clients those who may mention every group.
-- Callers: store_messages, store_repeated_messages, MessageChangesRepository.edit, and the worker for replies and posts;
-- mention_members, for the previous release.
-- Locks: the mentioned members against erasure, then the sender's row of member_usage.
CREATE OR REPLACE FUNCTION resolve_mentions(p_sender uuid, p_answered uuid, p_names text[], p_channel_id uuid, p_known uuid[])
RETURNS TABLE (user_id uuid, is_new boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_today date := (now() AT TIME ZONE 'UTC')::date;
  v_server_id uuid;
  v_is_staff boolean;
  v_named uuid[];
  v_groups uuid[];
  v_reached uuid[] := '{}';
  -- The place in v_groups of the group through which each of v_reached is mentioned.
  v_through integer[] := '{}';
  v_new uuid[];
  v_new_groups integer[];
  v_allowed integer := 0;
  v_allowed_groups integer := 0;
BEGIN
  SELECT sender.server_id, sender.role <> 'member' INTO v_server_id, v_is_staff
    FROM channel_member(p_channel_id, p_sender) sender;
  SELECT coalesce(array_agg(first.user_id ORDER BY first.place) FILTER (WHERE first.user_id IS NOT NULL), '{}'),
         coalesce(array_agg(first.group_id ORDER BY first.place) FILTER (WHERE first.group_id IS NOT NULL), '{}')
    INTO v_named, v_groups
    FROM (
      SELECT named.user_id, named.group_id, min(named.place) AS place
        FROM (
          SELECT p_answered AS user_id, NULL::uuid AS group_id, true AS is_allowed, 0 AS place
           UNION ALL
          SELECT CASE WHEN own.id IS NULL THEN member_named(given.name) END, own.id,
                 v_is_staff OR own.mentionable_by = 'members', given.place
            FROM unnest(p_names) WITH ORDINALITY AS given (name, place)
            LEFT JOIN member_groups own ON own.server_id = v_server_id AND own.name = given.name
        ) named
       WHERE CASE WHEN named.group_id IS NOT NULL THEN named.is_allowed
                  ELSE named.user_id <> p_sender AND accepts_mention(named.user_id, p_sender)
                       AND (p_channel_id IS NULL OR EXISTS (SELECT FROM channel_member(p_channel_id, named.user_id))) END
       GROUP BY named.user_id, named.group_id ORDER BY place LIMIT 10
    ) first;
  v_named := ARRAY(
    SELECT u.id FROM unnest(v_named) WITH ORDINALITY AS named (id, place) JOIN users u ON u.id = named.id
     ORDER BY named.place FOR KEY SHARE OF u
  );
  IF cardinality(v_groups) > 0 THEN
    SELECT coalesce(array_agg(reached.id), '{}'), coalesce(array_agg(reached.through), '{}') INTO v_reached, v_through
      FROM (
        SELECT u.id, belonging.through
          FROM (
            SELECT member.user_id, min(own.place)::integer AS through, min(member.added_at) AS added_at
              FROM unnest(v_groups) WITH ORDINALITY AS own (id, place) JOIN group_members member ON member.group_id = own.id
             GROUP BY member.user_id
          ) belonging
          JOIN users u ON u.id = belonging.user_id
         WHERE u.id <> p_sender AND accepts_mention(u.id, p_sender)
           AND EXISTS (SELECT FROM channel_member(p_channel_id, u.id))
         ORDER BY belonging.through, belonging.added_at, u.id LIMIT 1000
           FOR KEY SHARE OF u
      ) reached;
  END IF;

  v_new := ARRAY(
    SELECT named.id FROM unnest(v_named) WITH ORDINALITY AS named (id, place)
     WHERE NOT named.id = ANY (p_known) ORDER BY named.place
  );
  v_new_groups := ARRAY(
    SELECT DISTINCT reached.through FROM unnest(v_reached, v_through) AS reached (id, through)
     WHERE NOT reached.id = ANY (p_known) ORDER BY reached.through
  );
  IF cardinality(v_new) + cardinality(v_new_groups) > 0 THEN
    INSERT INTO member_usage AS usage (user_id, mentions, group_mentions, mentioned_on)
    VALUES (p_sender, cardinality(v_new) + cardinality(v_new_groups), cardinality(v_new_groups), v_today)
    ON CONFLICT (user_id) DO UPDATE
      SET mentions = least(200, excluded.mentions + CASE usage.mentioned_on WHEN v_today THEN usage.mentions ELSE 0 END),
          group_mentions = least(20, excluded.group_mentions
            + CASE usage.mentioned_on WHEN v_today THEN usage.group_mentions ELSE 0 END),
          mentioned_on = v_today
    RETURNING new.mentions - CASE old.mentioned_on WHEN v_today THEN old.mentions ELSE 0 END,
              new.group_mentions - CASE old.mentioned_on WHEN v_today THEN old.group_mentions ELSE 0 END
         INTO v_allowed, v_allowed_groups;
    v_new := v_new[1:v_allowed];
    v_new_groups := v_new_groups[1:least(v_allowed_groups, v_allowed - cardinality(v_new))];
  END IF;
  RETURN QUERY
  SELECT mentioned.id, NOT mentioned.id = ANY (p_known)
    FROM (
      SELECT unnest(v_named || v_reached) AS id INTERSECT SELECT unnest(p_known)
       UNION
      SELECT unnest(v_new)
       UNION
      SELECT reached.id FROM unnest(v_reached, v_through) AS reached (id, through)
       WHERE reached.through = ANY (v_new_groups)
    ) mentioned;
END
$$
