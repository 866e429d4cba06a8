-- Returns the `AttachmentView` of libs/contracts for a row of attachments.
-- Callers: `attachmentsOf` in the statements that return what has attachments, and AttachmentsRepository of the worker.
-- Locks: none. The type is open, because a restore installs this before the migration that makes the table.
CREATE OR REPLACE FUNCTION attachment_view(given anyelement) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', given.id, 'kind', given.kind, 'path', given.object_path, 'name', given.name, 'size', given.size, 'alt', given.alt,
    'width', given.width, 'height', given.height, 'blurhash', given.blurhash,
    'isAnimated', CASE WHEN given.is_animated THEN true END
  ))
$$
