-- Retains the last ten former Oni IDs of a member, and holds the last three for 90 days, in which nobody else can take
-- them; see FORMER_USERNAMES in libs/contracts. A trigger does it, so that every backend maintains them.
-- Caller: the trigger users_retain_username, after each row of users that gets another username.
-- Locks: the rows of former_usernames that it changes or deletes.
CREATE OR REPLACE FUNCTION retain_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_usernames WHERE username = NEW.username;
  INSERT INTO former_usernames (username, user_id, held_until)
  VALUES (OLD.username, NEW.id, now() + interval '90 days')
    ON CONFLICT (username) DO UPDATE
      SET user_id = EXCLUDED.user_id, released_at = now(), held_until = EXCLUDED.held_until;
  DELETE FROM former_usernames WHERE user_id = NEW.id AND username IN (
    SELECT username FROM former_usernames WHERE user_id = NEW.id ORDER BY released_at DESC, username OFFSET 10);
  UPDATE former_usernames SET held_until = NULL WHERE user_id = NEW.id AND username IN (
    SELECT username FROM former_usernames WHERE user_id = NEW.id AND held_until > now()
     ORDER BY released_at DESC, username OFFSET 3);
  RETURN NULL;
END
$$
