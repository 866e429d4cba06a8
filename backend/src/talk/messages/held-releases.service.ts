import { Injectable } from '@nestjs/common';
import { HELD_MESSAGES } from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { type HeldPlace, HeldMessagesService, type SentAs } from '../filters/held-messages.service.js';
import { ChannelWriter } from './channel-writer.js';
import { MessagesService } from './messages.service.js';

/** No draft has it, so a message that is released deletes none. */
const NO_DRAFT = 0;

/** Turns messages that filters hold into messages of their channels. */
@Injectable()
export class HeldReleasesService {
  constructor(
    private readonly held: HeldMessagesService,
    private readonly writer: ChannelWriter,
    private readonly messages: MessagesService,
  ) {}

  /**
   * Stores a message that the staff of the platform found harmless, unless it no longer waits.
   * @throws ProblemError as {@link release}
   */
  async releaseSent(sent: SentAs): Promise<void> {
    const waiting = await this.held.findWaiting(sent);
    if (waiting) await this.release({ ...waiting, callerId: null });
  }

  /**
   * Stores a held message. It keeps its nonce, so that a repetition after a crash stores nothing twice.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator and the author may write;
   * `slow_mode` while the author waits after another message
   */
  async release(place: HeldPlace): Promise<void> {
    await this.held.release(place, async (held) => {
      const { user_id: userId, content, nonce, reply_to_seq: replyToSeq } = held;
      const message = {
        userId,
        content,
        attachments: held.files ?? [],
        nonce,
        replyToSeq: replyToSeq ?? undefined,
        draftRev: NO_DRAFT,
      };
      const appended = await this.writer.append(held.channel_id, message);
      if (!appended) throw notFound();
      if (!appended.row) {
        await this.messages.requireTurn(userId, held.channel_id);
        throw new ProblemError('forbidden', HELD_MESSAGES.authorCannotWrite);
      }
    });
  }
}
