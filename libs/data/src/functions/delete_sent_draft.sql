-- Deletes a member's draft in a channel because it was sent. Returns the revision of the deletion; null if nothing was deleted.
-- p_rev: the newest revision that the sender knew, because a newer draft is not what was sent; null deletes any.
-- Caller: the statements of MessagesRepository that store messages, for the drafts that existed when they began, under the
-- locks of the channels. Locks: the draft, before it takes the revision. DraftsRepository.lock relies on that order.
CREATE OR REPLACE FUNCTION delete_sent_draft(p_user_id uuid, p_channel_id uuid, p_rev bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_rev bigint;
BEGIN
  DELETE FROM drafts d WHERE d.user_id = p_user_id AND d.channel_id = p_channel_id AND d.rev <= coalesce(p_rev, d.rev)
  RETURNING nextval('draft_revisions') INTO v_rev;
  RETURN v_rev;
END
$$
