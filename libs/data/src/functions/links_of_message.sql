-- Returns the `LinkPreview`s of libs/contracts for a message: what all of its readers get. Null if there are none, and while
-- previews are off in the dimension. A message of a conversation has those that a member asked for.
-- Caller: the columns of MessagesRepository, for messages that have ever had reactions, a pin, previews or a thread. Locks: none.
CREATE OR REPLACE FUNCTION links_of_message(p_channel_id uuid, p_seq integer) RETURNS jsonb
LANGUAGE sql STABLE STRICT AS $$
  SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
           'place', link.place, 'address', link.address, 'site', preview.site, 'title', preview.title,
           'description', preview.description,
           'picture', CASE WHEN preview.picture_path IS NOT NULL THEN jsonb_build_object(
             'path', preview.picture_path, 'width', preview.picture_width, 'height', preview.picture_height) END
         )) ORDER BY link.place)
    FROM message_links link JOIN link_previews preview ON preview.id = link.preview_id
   WHERE link.channel_id = p_channel_id AND link.seq = p_seq
     AND EXISTS (
       SELECT FROM channels channel LEFT JOIN servers server ON server.id = coalesce(channel.server_id, channel.parent_server_id)
        WHERE channel.id = p_channel_id AND coalesce(server.has_link_previews, true)
     )
$$
