-- Notifies the workers of new outbox rows: of each row, or for more than 100 rows at once with one empty notification.
-- Caller: the trigger outbox_notify, after each INSERT into outbox. Locks: none.
CREATE OR REPLACE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM added LIMIT 101) AS first) > 100 THEN
    PERFORM pg_notify('outbox', '');
  ELSE
    PERFORM pg_notify('outbox', each.topic || ' ' || each.subject)
       FROM (SELECT DISTINCT topic, subject FROM added) AS each;
  END IF;
  RETURN NULL;
END
$$
