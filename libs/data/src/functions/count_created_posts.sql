-- Counts new posts for the quotas. A trigger does it, so that every backend maintains the counts.
-- Caller: the trigger posts_created, after each INSERT into posts. Locks: the members' rows of member_usage.
CREATE OR REPLACE FUNCTION count_created_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_usage AS usage (user_id, posts)
  SELECT user_id, count(*)::integer FROM changed GROUP BY user_id
  ON CONFLICT (user_id) DO UPDATE SET posts = usage.posts + excluded.posts;
  RETURN NULL;
END
$$
