import { channelSchema, type ChannelView, viewOf } from '@oniverse/contracts';
import type { ChannelRow } from './channels.repository.js';

/** Unread and mention counts are 0 for a reader outside the server. */
export const channelView = (row: ChannelRow): ChannelView =>
  viewOf(
    channelSchema,
    row.is_member ? row : { ...row, read_seq: row.last_seq, unread_count: 0, mention_count: 0 },
  );
