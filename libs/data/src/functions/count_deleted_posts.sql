-- Subtracts deleted posts from the counts for the quotas. Only updates: the member may be deleted in the same statement.
-- Caller: the trigger posts_deleted, after each DELETE from posts. Locks: the members' rows of member_usage.
CREATE OR REPLACE FUNCTION count_deleted_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member_usage usage SET posts = usage.posts - gone.posts
    FROM (SELECT user_id, count(*)::integer AS posts FROM changed GROUP BY user_id) gone
   WHERE usage.user_id = gone.user_id;
  RETURN NULL;
END
$$
