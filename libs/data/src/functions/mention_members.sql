-- Returns whom a text mentions: the first 10 members that it names, without its sender. Of those who were not mentioned
-- by it before, only as many as the sender may still mention today, at most 200; each of them counts at once, and stays
-- counted when the text is deleted. See MENTIONS in libs/contracts.
-- p_names: may repeat; a former Oni ID names the member who holds it. p_server_id: whose members may be named; null for all. p_known: whom the text mentions already. A
-- member who does not accept mentions of the sender is left out: see accepts_mention.
-- Callers: store_messages, store_repeated_messages, MessageChangesRepository.edit, and the worker for replies and posts.
-- Locks: the named members against erasure, then the sender's row of member_usage.
CREATE OR REPLACE FUNCTION mention_members(p_sender uuid, p_names text[], p_server_id uuid, p_known uuid[])
RETURNS TABLE (user_id uuid, is_new boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_today date := (now() AT TIME ZONE 'UTC')::date;
  v_named uuid[];
  v_new uuid[];
  v_allowed integer := 0;
BEGIN
  v_named := ARRAY(
    SELECT u.id FROM (
        SELECT member_named(g.name) AS id, min(g.place) AS place
          FROM unnest(p_names) WITH ORDINALITY AS g (name, place) GROUP BY 1
      ) AS given
      JOIN users u ON u.id = given.id AND u.id <> p_sender
     WHERE (p_server_id IS NULL
        OR EXISTS (SELECT FROM server_members s WHERE s.server_id = p_server_id AND s.user_id = u.id))
       AND accepts_mention(u.id, p_sender)
     ORDER BY given.place LIMIT 10
       FOR KEY SHARE OF u
  );
  v_new := ARRAY(
    SELECT n.id FROM unnest(v_named) WITH ORDINALITY AS n (id, place) WHERE NOT n.id = ANY (p_known) ORDER BY n.place
  );
  IF cardinality(v_new) > 0 THEN
    INSERT INTO member_usage AS usage (user_id, mentions, mentioned_on)
    VALUES (p_sender, cardinality(v_new), v_today)
    ON CONFLICT (user_id) DO UPDATE
      SET mentions = least(200, excluded.mentions + CASE usage.mentioned_on WHEN v_today THEN usage.mentions ELSE 0 END),
          mentioned_on = v_today
    RETURNING new.mentions - CASE old.mentioned_on WHEN v_today THEN old.mentions ELSE 0 END INTO v_allowed;
  END IF;
  RETURN QUERY
  SELECT n.id, false FROM unnest(v_named) AS n (id) WHERE n.id = ANY (p_known)
   UNION ALL
  SELECT n.id, true FROM unnest(v_new[1:v_allowed]) AS n (id);
END
$$
