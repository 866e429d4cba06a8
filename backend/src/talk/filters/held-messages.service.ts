import { Injectable } from '@nestjs/common';
import {
  type DeclineBody,
  FILTER_MESSAGES,
  HELD_MESSAGE_LIMITS,
  HELD_MESSAGES,
  heldMessageSchema,
  NEW_ACCOUNT_MESSAGES,
  type HeldMessageView,
  type OwnHeldMessage,
  ownHeldMessageSchema,
  ROOMS,
  type ServerAuditDetail,
  type ServerAuditKind,
  viewOf,
} from '@oniverse/contracts';
import { LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import {
  AccessService,
  AttachmentsService,
  ConcurrencyLimit,
  MemberChanges,
  retryDeadlocks,
} from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import {
  type HeldMessageRow,
  HeldMessagesRepository,
  type LockedHeldMessage,
  type NewHeldMessage,
  type OwnHeldMessageRow,
  type PageOf,
  type SentAs,
  type WaitingMessage,
} from './held-messages.repository.js';

export type { SentAs } from './held-messages.repository.js';

/** Each decision keeps a connection while the writer needs another. */
const MAX_DECISIONS = 2;

const heldMessageView = ({ files, ...row }: HeldMessageRow): HeldMessageView => ({
  ...viewOf(heldMessageSchema, row),
  ...(files && { attachments: files }),
});
const ownHeldMessageView = ({ files, ...row }: OwnHeldMessageRow): OwnHeldMessage => ({
  ...viewOf(ownHeldMessageSchema, row),
  ...(files && { attachments: files }),
});

/** A held message, and who decides about it. */
export interface HeldPlace {
  /** Null for the staff of the platform, who need no permission in the server. */
  callerId: string | null;
  serverId: string;
  id: string;
}

/** Messages that staff of a server read before others see them. Only they and the author ever see those. */
@Injectable()
export class HeldMessagesService {
  private readonly decisions = new ConcurrencyLimit(MAX_DECISIONS);

  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: HeldMessagesRepository,
    private readonly audit: ServerAuditService,
    private readonly publisher: ServerPublisher,
    private readonly live: LivePublisher,
    private readonly attachments: AttachmentsService,
  ) {}

  /** Returns where a message waits that its author sent with a nonce; undefined if it does not. */
  async findWaiting(sent: SentAs): Promise<WaitingMessage | undefined> {
    return this.repository.findWaiting(sent);
  }

  /** Returns whether a message with the nonce was stored or held before. */
  async findSent(message: SentAs): Promise<'stored' | 'held' | undefined> {
    return this.repository.findSent(message);
  }

  /**
   * Holds a message of a member who may write in the channel, instead of storing it.
   * @throws ProblemError `quota_reached`, `already_used`
   */
  async hold(message: NewHeldMessage): Promise<void> {
    const { serverId, channelId, userId } = message;
    const { waiting: max } = HELD_MESSAGE_LIMITS;
    const rev = await this.changes.runChange(userId, async ({ manager }) => {
      if ((await this.repository.countWaiting(manager, serverId, userId)) >= max) {
        throw new ProblemError('quota_reached', HELD_MESSAGES.tooManyHeld({ max }));
      }
      const id = await this.repository.insert(manager, message);
      if (id !== undefined) {
        const to = { owner: 'heldMessage', ownerId: id, userId } as const;
        await this.attachments.claim(manager, to, message.attachments, message);
      }
      return this.repository.deleteDraft(manager, message);
    });
    if (rev !== null) this.live.publish('draft:changed', ROOMS.user(userId), { channelId, content: '', rev });
    await this.publish(userId, serverId);
  }

  /**
   * Returns a page of those that wait, newest first, with one more if there is a next page.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator
   */
  async listWaiting(callerId: string, serverId: string, page: PageOf): Promise<HeldMessageView[]> {
    await this.access.requireServer(callerId, serverId, 'manageFilters');
    return (await this.repository.listWaiting(serverId, page)).map(heldMessageView);
  }

  /** Newest first. */
  async listOwn(userId: string, page: PageQueryDto): Promise<Page<OwnHeldMessage>> {
    return Page.of(await this.repository.listOwn(userId, page), page.limit, ownHeldMessageView);
  }

  /**
   * Removes a message that `store` stores as a message of its channel.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator; what `store` throws
   */
  async release(place: HeldPlace, store: (held: LockedHeldMessage) => Promise<void>): Promise<void> {
    await this.decide(place, 'held_message_released', async (manager, held) => {
      await store(held);
      await this.repository.delete(manager, place.id);
    });
  }

  /** @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async decline(place: HeldPlace, { word }: DeclineBody): Promise<void> {
    const detail = word === undefined ? {} : { reason: word };
    await this.decide(
      place,
      'held_message_declined',
      async (manager) => this.repository.decline(manager, place.id, word ?? null),
      detail,
    );
  }

  /** Withdraws a held message, or dismisses a declined one. @throws ProblemError `not_found` */
  async deleteOwn(userId: string, id: string): Promise<void> {
    const serverId = await this.repository.deleteOwn(userId, id);
    if (serverId === undefined) throw notFound();
    await this.publish(userId, serverId);
  }

  private async decide(
    { callerId, serverId, id }: HeldPlace,
    kind: ServerAuditKind,
    change: (manager: EntityManager, held: LockedHeldMessage) => Promise<void>,
    detail: ServerAuditDetail = {},
  ): Promise<void> {
    // Without the server's lock: the erasure of a mentioned member may wait for it while the writer waits for the erasure.
    if (callerId !== null) await this.access.requireServer(callerId, serverId, 'manageFilters');
    const decide = async (manager: EntityManager): Promise<string> => {
      const held = await this.repository.lock(manager, serverId, id);
      if (!held) throw notFound();
      await change(manager, held);
      const { user_id: subjectId, place_id: channelId } = held;
      // What staff of the platform do is in their own log.
      if (callerId !== null) {
        await this.audit.record(manager, { serverId, actorId: callerId, kind, subjectId, channelId, detail });
      }
      return subjectId;
    };
    const authorId = await this.decisions.runTask(async () =>
      retryDeadlocks(async () => this.repository.transaction(decide)),
    );
    await this.publish(authorId, serverId);
  }

  private async publish(authorId: string, serverId: string): Promise<void> {
    this.live.publish('held-messages:changed', ROOMS.user(authorId), {});
    await this.publisher.publishQueueChanged(serverId);
  }
}

/** @param isCopy whether it is held as a copy of texts of other new accounts */
export const heldForReview = (isCopy: boolean): ProblemError =>
  new ProblemError(
    'held_for_review',
    isCopy ? NEW_ACCOUNT_MESSAGES.heldAsCopy : FILTER_MESSAGES.heldForReview,
  );
