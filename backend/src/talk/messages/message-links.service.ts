import { Injectable } from '@nestjs/common';
import { messageLinksOf } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { MessageLinksRepository, type MessagePosition } from './message-links.repository.js';

/** Keeps the previews of a message in line with its text. */
@Injectable()
export class MessageLinksService {
  constructor(private readonly repository: MessageLinksRepository) {}

  /**
   * Drops the previews of links that a new text of a message does not have, and enqueues those that it has. Call it before the
   * text changes, in the transaction that has locked the channel.
   */
  async reviseWithin(
    manager: EntityManager,
    message: MessagePosition & { id: string; content: string },
    content: string,
  ): Promise<void> {
    const before = messageLinksOf(message.content);
    const after = messageLinksOf(content);
    if (before.join(' ') === after.join(' ')) return;
    if (before.length > 0) await this.repository.deleteOthers(manager, message, after);
    if (after.length > 0) await this.repository.enqueuePreviews(manager, message.id);
  }

  /**
   * Removes the preview at a place of a message, and remembers that it was removed. The channel must be locked.
   * @returns false if there is none
   */
  async removeWithin(manager: EntityManager, messageId: string, place: number): Promise<boolean> {
    return this.repository.removePreview(manager, messageId, place);
  }
}
