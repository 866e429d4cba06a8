import { Injectable } from '@nestjs/common';
import { mentionsOf, type MessageView } from '@oniverse/contracts';
import { AccessService } from '../access/access.service.js';
import { found } from '../queries/found.js';
import { ChannelFeed } from './channel-feed.js';
import { Mentions } from './mentions.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { messageView } from './messages.view.js';

/**
 * Changes of what was said. Each is one transaction that first takes the channel's lock, so that it has its `rev` in
 * one order with new messages, and so that who may make it is decided as things are then.
 */
@Injectable()
export class MessageChangesService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: MessageChangesRepository,
    private readonly feed: ChannelFeed,
    private readonly mentions: Mentions,
  ) {}

  /**
   * Gives the author's message another text. Where it has that text, or none is given, nothing changes.
   * @returns the message as it is now
   * @throws ProblemError `not_found`, `forbidden`, `not_a_member`
   */
  async edit(userId: string, messageId: string, content?: string): Promise<MessageView> {
    const { message, edited } = await this.repository.transaction(async (manager) => {
      await this.repository.lockChannel(manager, messageId);
      await this.access.requireMessageEdit(manager, userId, messageId);
      const before = messageView(found(await this.repository.find(manager, messageId)));
      if (content === undefined || content === before.content) return { message: before };
      const edited = found(await this.repository.edit(manager, messageId, content, mentionsOf(content)));
      return { message: messageView(edited.row), edited };
    });
    if (edited) {
      this.feed.stored(message.channelId, [message]);
      this.mentions.tell(edited);
    }
    return message;
  }

  /** Takes a message's text away for good; its place stays. @throws ProblemError `not_found`, `forbidden`, `not_a_member` */
  async delete(userId: string, messageId: string): Promise<void> {
    const message = await this.repository.transaction(async (manager) => {
      await this.repository.lockChannel(manager, messageId);
      await this.access.requireMessageDelete(manager, userId, messageId);
      return messageView(found(await this.repository.bury(manager, messageId)));
    });
    this.feed.stored(message.channelId, [message]);
  }
}
