-- Enqueues the previews of the links in a new message. Returns true.
-- Caller: the statements of MessagesRepository that store messages, for those with links, in whose transaction the outbox gets
-- the row. Locks: none.
CREATE OR REPLACE FUNCTION enqueue_link_previews(p_message_id uuid) RETURNS boolean
LANGUAGE sql AS $$
  INSERT INTO outbox (topic, subject) VALUES ('preview-links', p_message_id) RETURNING true
$$
