-- Enqueues the notifications of new messages, one row for each channel in which a member wants to hear of every message, and
-- for each conversation or thread of one.
-- The worker collects them: see NotifyMessages.
-- Caller: the trigger messages_notify_attentive, after each INSERT into messages. Locks: none.
CREATE OR REPLACE FUNCTION notify_attentive_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (topic, subject, request)
  SELECT 'notify-messages', channel.id, current_request(channel.id, NULL)
    FROM (SELECT DISTINCT channel_id FROM added) AS written
    JOIN channels channel ON channel.id = written.channel_id
   WHERE channel.is_conversation
      OR EXISTS (SELECT FROM channel_attention WHERE channel_id = channel.id AND level = 'all')
      OR EXISTS (SELECT FROM server_attention WHERE server_id = channel.server_id AND level = 'all');
  RETURN NULL;
END
$$
