-- Lets the worker publish whether anything is unread to the recipients of unread entries about a row that others see no
-- longer, or again.
-- Callers: the triggers posts_refresh_logs and users_refresh_logs, after an UPDATE that shows or hides a row. Their argument
-- says what the row is. Locks: none.
CREATE OR REPLACE FUNCTION refresh_logs_about() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_unread boolean;
BEGIN
  IF TG_ARGV[0] = 'post' THEN
    is_unread := EXISTS (SELECT FROM notifications WHERE post_id = NEW.id AND read_at IS NULL);
  ELSE
    is_unread := EXISTS (SELECT FROM notifications WHERE actor_id = NEW.id AND read_at IS NULL);
  END IF;
  IF is_unread THEN
    INSERT INTO outbox (topic, subject, subjects) VALUES ('refresh-logs', TG_ARGV[0], ARRAY[NEW.id::text]);
  END IF;
  RETURN NULL;
END
$$
