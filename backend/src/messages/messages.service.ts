import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  CHANNEL_OPEN,
  type ChannelOpenAnswer,
  type ChannelOpenRequest,
  LIMITS,
  MESSAGES,
  type MessageView,
  ROOMS,
} from '@oniverse/contracts';
import { invalidField, notFound, ProblemError, RateLimits } from '@oniverse/platform';
import { AccessService } from '../access/access.service.js';
import { ChannelFeed } from './channel-feed.js';
import { ChannelWriter } from './channel-writer.js';
import { type ChannelHead, MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';
import { ResumePages } from './resume-pages.js';

/** Which page of a channel's history. */
export interface HistoryPage {
  before?: number;
  after?: number;
  limit?: number;
}

/** Whose socket opens a channel, and the rooms that it is in. */
export interface LiveReader {
  userId: string;
  rooms: ReadonlySet<string>;
}

/** What is said in channels: storing it, and reading it back. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly access: AccessService,
    private readonly writer: ChannelWriter,
    private readonly feed: ChannelFeed,
    private readonly repository: MessagesRepository,
    private readonly limits: RateLimits,
    private readonly pages: ResumePages,
  ) {}

  /**
   * Stores a message, which then goes out to who has the channel open. Whether the sender may write is decided under
   * the channel's lock, with the storing itself.
   * @returns the message, and whether it is new: the same nonce again answers the first message
   * @throws ProblemError `not_found`, `not_a_member`, `rate_limited`, `unavailable`
   */
  async send(
    userId: string,
    channelId: string,
    content: string,
    nonce: string = randomUUID(),
  ): Promise<{ message: MessageView; created: boolean }> {
    await this.limits.consume('messages', userId);
    const appended = await this.writer.append(channelId, { userId, content, nonce });
    if (!appended) throw notFound();
    if (!appended.row) {
      await this.access.requireChannelRead(userId, channelId);
      throw new ProblemError('not_a_member', MESSAGES.notAMember);
    }
    const message = messageView(appended.row);
    return { message, created: appended.created };
  }

  /**
   * A page of a channel, oldest first.
   * @throws ProblemError `not_found`, `validation_failed` where both directions are asked for
   */
  async history(userId: string, channelId: string, page: HistoryPage): Promise<MessageView[]> {
    await this.access.requireChannelRead(userId, channelId);
    const { before, after, limit = LIMITS.page.default } = page;
    if (before !== undefined && after !== undefined) {
      throw invalidField('after', 'Ask for what is before or for what is after, not for both.');
    }
    const rows =
      after === undefined
        ? await this.repository.pageBefore(channelId, before ?? null, limit)
        : await this.repository.pageAfter(channelId, after, limit);
    return rows.map(messageView);
  }

  /**
   * Begins to follow a channel. A reader who is in the room of its server is a member, which is kept true by the clock:
   * who comes back to a channel that is followed here needs no question.
   * @param room takes the socket into the channel's room, at the same moment, and out of it
   * @throws ProblemError `not_found`
   */
  async follow(reader: LiveReader, channelId: string, room: { join(): void; leave(): void }): Promise<void> {
    const open = this.feed.headOf(channelId);
    if (open && isMember(reader, open.serverId)) {
      room.join();
      return;
    }
    const channel = await this.access.requireChannelRead(reader.userId, channelId);
    this.feed.follow(channelId, channel);
    room.join();
    if (channel.isPublic || isMember(reader, channel.serverId)) return;
    // Who was removed since that reading was told to leave a room that the socket was not in.
    try {
      await this.access.requireChannelRead(reader.userId, channelId);
    } catch (error) {
      room.leave();
      throw error;
    }
  }

  /** What a client needs to be where the channel is; to be read after its socket joined the room. */
  async resume(request: ChannelOpenRequest): Promise<ChannelOpenAnswer> {
    const { channelId } = request;
    const after = request.after ?? null;
    const head = await this.headFor(request);
    if (!head) throw notFound();
    const place = { lastSeq: head.lastSeq, lastRev: head.lastRev };
    if (after === null) return { ...place, ...(await this.fresh(channelId)) };
    // A client that knows more than there is comes from another time of this channel.
    if (after > head.lastSeq || head.lastSeq - after > CHANNEL_OPEN.maxNew) {
      return { ...place, ...(await this.fresh(channelId)), reset: true };
    }
    const changed = request.rev === head.lastRev ? [] : await this.changedSince(request, after);
    if (changed.length > CHANNEL_OPEN.maxChanged) {
      return { ...place, ...(await this.fresh(channelId)), reset: true };
    }
    const messages = after === head.lastSeq ? [] : await this.pages.after(channelId, after);
    return {
      ...place,
      messages: messages.slice(0, CHANNEL_OPEN.page),
      changed,
      more: messages.length > CHANNEL_OPEN.page,
    };
  }

  /** How far the channel has come. What went out here will do, unless the client has more from elsewhere. */
  private async headFor({ channelId, after, rev }: ChannelOpenRequest): Promise<ChannelHead | undefined> {
    const open = this.feed.headOf(channelId);
    return open && (after ?? 0) <= open.lastSeq && (rev ?? 0) <= open.lastRev
      ? { lastSeq: open.lastSeq, lastRev: open.lastRev }
      : this.pages.head(channelId);
  }

  private async fresh(channelId: string): Promise<Pick<ChannelOpenAnswer, 'messages' | 'changed' | 'more'>> {
    return { messages: await this.pages.latest(channelId), changed: [], more: false };
  }

  private async changedSince(request: ChannelOpenRequest, after: number): Promise<MessageView[]> {
    const { channelId, from, rev } = request;
    if (from === undefined || from === null || rev === undefined || rev === null) return [];
    const rows = await this.repository.changedBetween(
      channelId,
      from,
      after,
      rev,
      CHANNEL_OPEN.maxChanged + 1,
    );
    return rows.map(messageView);
  }
}

/** Whoever is taken out of a server leaves its room and the rooms of its channels at the same moment. */
const isMember = ({ rooms }: LiveReader, serverId: string): boolean => rooms.has(ROOMS.server(serverId));
