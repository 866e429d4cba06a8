import type { DeletedMessage, MessageView } from '@oniverse/contracts';
import type { MessageRow } from './messages.repository.js';

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** A message as it goes over the wire. A deleted one has kept its place without its text. */
export function messageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    channelId: row.channel_id,
    userId: row.user_id,
    seq: row.seq,
    rev: row.rev,
    content: row.content,
    nonce: row.nonce,
    author:
      row.username === null
        ? null
        : {
            username: row.username,
            displayName: row.display_name,
            profileImageUrl: row.profile_image_url,
          },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    editedAt: iso(row.edited_at),
    deletedAt: iso(row.deleted_at),
  };
}

/** What is told of a message that was deleted. */
export const deletedView = ({ id, channelId, seq, rev }: MessageView): DeletedMessage => ({
  id,
  channelId,
  seq,
  rev,
});
