import {
  CONVERSATION_LIMITS,
  type ConversationLine,
  type DeletedMessage,
  type MessageView,
} from '@oniverse/contracts';
import { optionalAuthorView } from '../../shared/index.js';
import type { MessageRow } from './messages.repository.js';
import { chosenNonce } from './nonces.js';

const EXCERPT = CONVERSATION_LIMITS.excerpt;

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Returns a message as sent to clients. A deleted message has no content. */
export function messageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    channelId: row.channel_id,
    userId: row.user_id,
    seq: row.seq,
    rev: row.rev,
    content: row.content,
    nonce: chosenNonce(row.nonce),
    ...(row.reply_to && { replyTo: row.reply_to }),
    ...(row.reactions && { reactions: row.reactions }),
    ...(row.thread && { thread: row.thread }),
    ...(row.pinned_at && { pinnedAt: row.pinned_at.toISOString() }),
    ...(row.attachments && { attachments: row.attachments }),
    ...(row.links && { links: row.links }),
    ...(row.event && { event: row.event }),
    author: optionalAuthorView(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    editedAt: iso(row.edited_at),
    deletedAt: iso(row.deleted_at),
  };
}

/** Returns a message as lists of conversations show it. */
export const conversationLine = ({
  seq,
  userId,
  content,
  createdAt,
  deletedAt,
}: MessageView): ConversationLine => ({
  seq,
  userId,
  excerpt:
    deletedAt === null
      ? Array.from(content.slice(0, 2 * EXCERPT))
          .slice(0, EXCERPT)
          .join('')
      : null,
  createdAt,
});

export const deletedView = ({ id, channelId, seq, rev, thread }: MessageView): DeletedMessage => ({
  id,
  channelId,
  seq,
  rev,
  ...(thread && { thread }),
});
