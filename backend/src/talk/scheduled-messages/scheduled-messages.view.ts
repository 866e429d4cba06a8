import { nextFullMoon, type ScheduledMessageView } from '@oniverse/contracts';
import type { ScheduledMessageRow } from './scheduled-messages.repository.js';

const serverOf = ({ server_id: id, server_name: name, server_is_public: isPublic }: ScheduledMessageRow) =>
  id === null || name === null ? null : { id, name, isPublic: isPublic === true };

export const scheduledMessageView = (row: ScheduledMessageRow): ScheduledMessageView => ({
  id: row.id,
  place:
    row.channel_id === null || row.channel_name === null
      ? null
      : {
          channelId: row.channel_id,
          ...(row.parent_id !== null && { parentId: row.parent_id }),
          channelName: row.channel_name,
          server: serverOf(row),
        },
  content: row.content,
  ...(row.reply_to && { replyTo: row.reply_to }),
  ...(row.files && { attachments: row.files }),
  sendAt: (row.is_left ? new Date(nextFullMoon(Date.now())) : row.send_at).toISOString(),
  isLeft: row.is_left,
  failure: row.failure,
  createdAt: row.created_at.toISOString(),
});
