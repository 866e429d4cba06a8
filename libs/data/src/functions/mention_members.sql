-- Returns whom a text mentions, without groups and answers: see resolve_mentions.
-- p_server_id: ignored, because its caller names only those who may read the channel.
-- Callers: MessageChangesRepository.edit and the worker of the previous release. Locks: what resolve_mentions locks.
CREATE OR REPLACE FUNCTION mention_members(p_sender uuid, p_names text[], p_server_id uuid, p_known uuid[])
RETURNS TABLE (user_id uuid, is_new boolean)
LANGUAGE sql AS $$
  SELECT resolved.user_id, resolved.is_new FROM resolve_mentions(p_sender, NULL, p_names, NULL, p_known) resolved
$$
