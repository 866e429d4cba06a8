import { Injectable } from '@nestjs/common';
import {
  CONVERSATION_LIMITS,
  CONVERSATION_MESSAGES,
  DISAPPEARING,
  type ConversationState,
  type ConversationView,
  type Phrase,
  ROOMS,
  type StartConversationBody,
  type UpdateConversationBody,
} from '@oniverse/contracts';
import {
  invalidField,
  LivePublisher,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { MemberChanges, NewAccounts, Quotas, requireRow, retryDeadlocks } from '../../shared/index.js';
import { MemberRooms } from '../servers/member-rooms.js';
import {
  ConversationsRepository,
  type LockedConversation,
  type Recipient,
} from './conversations.repository.js';
import { conversationView } from './conversations.view.js';

const CHANGE_LIMIT: RateLimit = { name: 'conversations', points: 60, seconds: 60 };

interface ConversationsPage {
  limit: number;
  cursor?: string;
  requested?: boolean;
}

const forbidden = (phrase: Phrase): ProblemError => new ProblemError('forbidden', phrase);

/**
 * Direct conversations, which are channels: their messages take the same path as those of other channels. What keeps a first
 * message away is never told to its sender.
 */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: ConversationsRepository,
    private readonly rooms: MemberRooms,
    private readonly live: LivePublisher,
    private readonly limits: RateLimits,
    private readonly newAccounts: NewAccounts,
  ) {}

  /**
   * Starts a conversation, or returns the one of two members.
   * @throws ProblemError `validation_failed` without another member; `not_found` for one who cannot be known; `forbidden` for a
   * member who cannot be in a group; `quota_reached`, `rate_limited`, `account_too_new`
   */
  async start(
    userId: string,
    { userIds, name }: StartConversationBody,
  ): Promise<{ conversation: ConversationView; created: boolean }> {
    await this.limits.consume(CHANGE_LIMIT, userId);
    const [otherId, ...more] = userIds;
    if (otherId === undefined || userIds.includes(userId)) {
      throw invalidField('userIds', CONVERSATION_MESSAGES.ownConversation);
    }
    const isOfTwo = more.length === 0 && !name;
    const { channelId, created } = isOfTwo
      ? await this.startWith(userId, otherId)
      : { channelId: await this.startGroup(userId, userIds, name ?? ''), created: true };
    return { conversation: await this.get(userId, channelId), created };
  }

  /** @throws ProblemError `not_found` */
  async get(userId: string, channelId: string): Promise<ConversationView> {
    const row = await this.repository.find(userId, channelId);
    if (!row) throw notFound();
    return conversationView(row);
  }

  /** Returns the conversations with messages, latest message first. */
  async list(userId: string, { requested, ...page }: ConversationsPage): Promise<Page<ConversationView>> {
    const rows = await this.repository.listPage(userId, requested ? 'requested' : 'joined', page);
    return Page.of(rows, page.limit, conversationView);
  }

  /**
   * Names a group, or sets when new messages disappear.
   * @throws ProblemError `not_found`; `forbidden` for the name of a conversation of two, for a request that waits, and for a member
   * of a group who did not start it; `rate_limited`
   */
  async update(
    userId: string,
    channelId: string,
    { name, disappearsAfter }: UpdateConversationBody,
  ): Promise<ConversationView> {
    await this.change(userId, channelId, async (manager, { isGroup, state, mayChooseDisappearing }) => {
      if (state !== 'joined') throw forbidden(CONVERSATION_MESSAGES.conversationUnaccepted);
      if (name !== undefined && !isGroup) throw forbidden(CONVERSATION_MESSAGES.conversationOfTwo);
      if (name !== undefined) await this.repository.rename(manager, channelId, name ?? '');
      if (disappearsAfter === undefined) return;
      if (!mayChooseDisappearing) throw forbidden(CONVERSATION_MESSAGES.onlyStarterDecides);
      await this.repository.setDisappearing(manager, channelId, DISAPPEARING[disappearsAfter]);
    });
    await this.publishToAll(channelId);
    return this.get(userId, channelId);
  }

  /**
   * Adds a member to a group, or does nothing if they are in it.
   * @throws ProblemError `not_found`; `forbidden` for a conversation of two, a full group, and a member who cannot be added;
   * `rate_limited`
   */
  async addMember(userId: string, channelId: string, memberId: string): Promise<ConversationView> {
    await this.change(userId, channelId, async (manager, { isGroup, members }) => {
      if (!isGroup) throw forbidden(CONVERSATION_MESSAGES.conversationOfTwo);
      const added = await this.repository.lock(manager, memberId, channelId);
      if (added?.state === 'joined') return;
      if (members >= CONVERSATION_LIMITS.members)
        throw forbidden(CONVERSATION_MESSAGES.tooManyInConversation);
      await this.requireAddable(manager, userId, [memberId]);
      await this.repository.setState(manager, channelId, memberId, 'joined');
    });
    await this.publishToAll(channelId);
    return this.get(userId, channelId);
  }

  /** Hides a conversation from a member, with what follows. @throws ProblemError `not_found`, `rate_limited` */
  async leave(userId: string, channelId: string): Promise<void> {
    const { isGroup } = await this.change(userId, channelId, (manager) =>
      this.repository.setState(manager, channelId, userId, 'left'),
    );
    this.closeFor(userId, channelId);
    if (isGroup) await this.publishToAll(channelId);
  }

  /** Accepts a request, or does nothing if it was accepted. @throws ProblemError `not_found`, `rate_limited` */
  async accept(userId: string, channelId: string): Promise<ConversationView> {
    await this.change(userId, channelId, (manager) => this.acceptWithin(manager, userId, channelId));
    await this.publishToAll(channelId);
    return this.get(userId, channelId);
  }

  /** Declines a request. Its sender does not learn of it. @throws ProblemError `not_found`, `rate_limited` */
  async decline(userId: string, channelId: string): Promise<void> {
    await this.change(userId, channelId, async (manager, { state }) => {
      if (state !== 'requested') throw notFound();
      await this.repository.setState(manager, channelId, userId, 'declined');
    });
    this.closeFor(userId, channelId);
  }

  private async startWith(userId: string, otherId: string): Promise<{ channelId: string; created: boolean }> {
    for (;;) {
      const started = await retryDeadlocks(() =>
        this.changes.runChange(userId, async ({ manager }) => {
          const existing = await this.repository.findOfTwo(manager, userId, otherId);
          if (existing !== undefined) {
            await this.returnTo(manager, userId, existing);
            return { channelId: existing, created: false };
          }
          const [other] = await this.repository.listRecipients(manager, userId, [otherId]);
          if (!other) throw notFound();
          await this.requireQuota(manager, userId);
          const state = stateFor(other);
          const channelId = await this.repository.insert(manager, {
            startedBy: userId,
            name: '',
            two: [userId, otherId],
            mostSeq: state === 'joined' ? null : CONVERSATION_LIMITS.requested,
          });
          // The other member started it at the same time. Its channel is rolled back.
          if (channelId === undefined) throw new StartedElsewhere();
          await this.repository.insertMembers(manager, channelId, [
            { userId, state: 'joined' },
            { userId: otherId, state },
          ]);
          return { channelId, created: true };
        }),
      ).catch((error: unknown) => {
        if (error instanceof StartedElsewhere) return undefined;
        throw error;
      });
      if (started) return started;
    }
  }

  /** Opens a conversation of two again for a member who left it, or declined it. */
  private async returnTo(manager: EntityManager, userId: string, channelId: string): Promise<void> {
    const { state } = requireRow(await this.repository.lock(manager, userId, channelId));
    if (state === 'declined') await this.acceptWithin(manager, userId, channelId);
    if (state === 'left') await this.repository.setState(manager, channelId, userId, 'joined');
  }

  private async startGroup(userId: string, userIds: readonly string[], name: string): Promise<string> {
    return retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => {
        await this.requireAddable(manager, userId, userIds);
        await this.requireQuota(manager, userId);
        const channelId = requireRow(
          await this.repository.insert(manager, { startedBy: userId, name, mostSeq: null }),
        );
        await this.repository.insertMembers(
          manager,
          channelId,
          [userId, ...userIds].map((id) => ({ userId: id, state: 'joined' })),
        );
        return channelId;
      }),
    );
  }

  private async acceptWithin(manager: EntityManager, userId: string, channelId: string): Promise<void> {
    const conversation = await this.repository.lock(manager, userId, channelId);
    if (conversation?.state === 'joined') return;
    await this.repository.setState(manager, channelId, userId, 'joined');
    await this.repository.acceptMessages(manager, channelId);
  }

  /** @throws ProblemError `forbidden` unless all of the members accept to be in a group with the caller */
  private async requireAddable(
    manager: EntityManager,
    userId: string,
    memberIds: readonly string[],
  ): Promise<void> {
    const recipients = await this.repository.listRecipients(manager, userId, memberIds);
    const addable = recipients.filter(
      (member) => member.hasConversation || (member.isRelated && member.firstMessagesFrom !== 'nobody'),
    );
    if (addable.length < memberIds.length) throw forbidden(CONVERSATION_MESSAGES.cannotAddToConversation);
  }

  private async requireQuota(manager: EntityManager, userId: string): Promise<void> {
    await this.quotas.requireCapacity(manager, 'conversationsPerDay', userId, CONVERSATION_LIMITS.perDay);
    await this.newAccounts.count(userId, { conversations: 1 });
  }

  /**
   * Changes a conversation under its lock, for a member who joined it or received it as a request.
   * @returns what it was before
   * @throws ProblemError `not_found`, `rate_limited`
   */
  private async change(
    userId: string,
    channelId: string,
    apply: (manager: EntityManager, conversation: LockedConversation) => Promise<void>,
  ): Promise<LockedConversation> {
    await this.limits.consume(CHANGE_LIMIT, userId);
    return retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => {
        const conversation = await this.repository.lock(manager, userId, channelId);
        if (!conversation || !isKnown(conversation.state)) throw notFound();
        await apply(manager, conversation);
        return conversation;
      }),
    );
  }

  /** Closes a conversation on the devices of a member who may no longer read it. The others do not hear of it. */
  private closeFor(userId: string, channelId: string): void {
    this.rooms.reconcileMember(userId);
    this.publish(channelId, [userId]);
  }

  private async publishToAll(channelId: string): Promise<void> {
    this.publish(channelId, await this.repository.listAudience(channelId));
  }

  private publish(channelId: string, userIds: readonly string[]): void {
    this.live.publish('conversation:changed', userIds.map(ROOMS.user), { id: channelId, last: null });
  }
}

/** Thrown to roll back a conversation that the other member started first. */
class StartedElsewhere extends Error {}

const isKnown = (state: ConversationState): boolean => state === 'joined' || state === 'requested';

/** Returns where a first message of another member arrives. */
function stateFor({ firstMessagesFrom, isRelated }: Recipient): ConversationState {
  if (firstMessagesFrom === 'nobody') return 'declined';
  if (isRelated) return 'joined';
  return firstMessagesFrom === 'all' ? 'requested' : 'declined';
}
