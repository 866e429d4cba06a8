import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Where a message is, as in its row. */
export interface MessagePosition {
  channel_id: string;
  seq: number;
}

@Injectable()
export class MessageLinksRepository {
  /** Enqueues the previews of a message whose text changes, unless it is in a conversation. */
  async enqueuePreviews(manager: EntityManager, messageId: string): Promise<void> {
    await manager.query('SELECT enqueue_link_previews($1)', [messageId]);
  }

  /** Deletes the links of a message to other addresses. Its channel must be locked. */
  async deleteOthers(
    manager: EntityManager,
    { channel_id: channelId, seq }: MessagePosition,
    addresses: readonly string[],
  ): Promise<void> {
    await manager.query(
      'DELETE FROM message_links WHERE channel_id = $1 AND seq = $2 AND address <> ALL ($3)',
      [channelId, seq, addresses],
    );
  }

  /**
   * Removes the preview at a place of a message, and remembers that it was removed. The channel must be locked.
   * @returns false if there is none
   */
  async removePreview(manager: EntityManager, messageId: string, place: number): Promise<boolean> {
    const [, removed]: [unknown, number] = await manager.query(
      `UPDATE message_links link SET preview_id = NULL FROM messages message
        WHERE message.id = $1 AND link.channel_id = message.channel_id AND link.seq = message.seq
          AND link.place = $2 AND link.preview_id IS NOT NULL`,
      [messageId, place],
    );
    return removed > 0;
  }
}
