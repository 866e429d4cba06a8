-- Stores the terms of a message whose text changed: none for a deleted one. It also adds messages that the worker has not
-- reached, because the worker adds those that have no row yet, and may have read the text of before.
-- Caller: the trigger messages_index_terms, after each change of the text of a row of messages.
-- Locks: the rows of the channel and the message in the index, until the end of the transaction.
CREATE OR REPLACE FUNCTION index_message_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO indexed_channels (channel_id) VALUES (NEW.channel_id) ON CONFLICT (channel_id) DO NOTHING;
  INSERT INTO message_terms (channel_id, seq, message_id, place_id, root_id, terms)
  SELECT NEW.channel_id, NEW.seq, NEW.id, coalesce(channel.server_id, channel.parent_server_id, channel.parent_id, channel.id),
         coalesce(channel.parent_id, channel.id), search_terms(NEW.content, '')
    FROM channels channel WHERE channel.id = NEW.channel_id
  ON CONFLICT (channel_id, seq) DO UPDATE SET terms = excluded.terms;
  RETURN NULL;
END
$$
