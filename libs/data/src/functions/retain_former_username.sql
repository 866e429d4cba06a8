-- Retains the last ten former Oni IDs of a member. A trigger does it, so that every backend maintains them.
-- Caller: the trigger users_retain_username, after each row of users that gets another username.
-- Locks: the rows of former_usernames that it replaces or deletes.
CREATE OR REPLACE FUNCTION retain_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_usernames (username, user_id) VALUES (OLD.username, NEW.id)
    ON CONFLICT (username) DO UPDATE SET user_id = EXCLUDED.user_id, released_at = now();
  DELETE FROM former_usernames WHERE user_id = NEW.id AND username IN (
    SELECT username FROM former_usernames WHERE user_id = NEW.id ORDER BY released_at DESC, username OFFSET 10);
  RETURN NULL;
END
$$
