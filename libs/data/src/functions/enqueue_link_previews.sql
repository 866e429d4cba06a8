-- Enqueues the previews of the links in a new or changed message, unless it is in a conversation or a thread of one.
-- Returns true if it did.
-- Callers: the statements of MessagesRepository that store messages, for those with links, in whose transaction the outbox gets
-- the row, and MessageLinksRepository. Locks: none.
CREATE OR REPLACE FUNCTION enqueue_link_previews(p_message_id uuid) RETURNS boolean
LANGUAGE sql AS $$
  INSERT INTO outbox (topic, subject, request)
  SELECT 'preview-links', message.id::text, current_request(message.channel_id, NULL)
    FROM messages message JOIN channels channel ON channel.id = message.channel_id
   WHERE message.id = p_message_id AND NOT channel.is_conversation
  RETURNING true
$$
