-- Returns which request a transaction works for, or null: what the setting `oniverse.request` says. A batch of messages says it
-- for each message, in order: `<channel>=<request>,…`. Without a place, it is the request of the channel's first message, and
-- without a channel the first one.
-- Callers: the default of outbox.request, and the functions that enqueue for a channel. Locks: none.
CREATE OR REPLACE FUNCTION current_request(p_channel_id uuid, p_place integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_place IS NOT NULL THEN substring(split_part(setting, ',', p_place) FROM '[^=]+$')
    WHEN p_channel_id IS NOT NULL THEN substring(setting FROM '^[^=,]+$|(?<=' || p_channel_id || '=)[^,]+')
    ELSE substring(setting FROM '[^=,]+(?=,|$)')
  END
    FROM current_setting('oniverse.request', true) AS setting
$$
