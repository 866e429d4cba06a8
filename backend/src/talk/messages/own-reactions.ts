import { Injectable } from '@nestjs/common';
import type { MessageView } from '@oniverse/contracts';
import { BatchLoader } from '@oniverse/platform/backend';
import { type MessageReader, MessageReactionsRepository } from './message-reactions.repository.js';

/** Returns a message whose reactions say which of them are the reader's. @param own the reader's emojis */
export const withOwn = (message: MessageView, own: readonly string[]): MessageView =>
  message.reactions
    ? {
        ...message,
        reactions: message.reactions.map((reaction) => ({
          ...reaction,
          isMine: own.includes(reaction.emoji),
        })),
      }
    : message;

/** Adds `isMine` to pages of messages, which are the same for all readers. */
@Injectable()
export class OwnReactions {
  private readonly emojis: BatchLoader<MessageReader, string[]>;

  constructor(repository: MessageReactionsRepository) {
    // Many members reopen their channels at the same time when they reconnect.
    this.emojis = new BatchLoader(async (readers) => repository.listOwn(readers));
  }

  /** Returns messages with `isMine` of a reader. Without reactions, it costs no query. */
  async mark(userId: string, messages: MessageView[]): Promise<MessageView[]> {
    if (!messages.some(({ reactions }) => reactions)) return messages;
    return Promise.all(
      messages.map(async (message) =>
        message.reactions
          ? withOwn(
              message,
              await this.emojis.get({ userId, channelId: message.channelId, seq: message.seq }),
            )
          : message,
      ),
    );
  }
}
