-- Keeps notification_settings.push_kinds and the six columns that it replaces equal, while backends of the previous
-- release write those columns. A column with another value than before, or than its default, was written, and the array
-- follows it. Otherwise the column follows the array.
-- Caller: the trigger notification_settings_match, before each INSERT and UPDATE of notification_settings. Locks: none.
CREATE OR REPLACE FUNCTION match_push_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given jsonb := to_jsonb(NEW);
  former jsonb := '{"push_mentions": true, "push_replies": true, "push_ripples": false, "push_links": false,
                    "push_invites": true, "push_messages": true}';
  kind text;
  flag text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    former := to_jsonb(OLD);
  END IF;
  FOR kind, flag IN VALUES ('mention', 'push_mentions'), ('reply', 'push_replies'), ('ripple', 'push_ripples'),
                           ('link', 'push_links'), ('invite', 'push_invites'), ('message', 'push_messages') LOOP
    IF given->flag <> former->flag THEN
      NEW.push_kinds := array_remove(NEW.push_kinds, kind);
      IF (given->flag)::boolean THEN
        NEW.push_kinds := NEW.push_kinds || kind;
      END IF;
    ELSE
      NEW := jsonb_populate_record(NEW, jsonb_build_object(flag, kind = ANY(NEW.push_kinds)));
    END IF;
  END LOOP;
  RETURN NEW;
END
$$
