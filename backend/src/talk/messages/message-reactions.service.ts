import { Injectable } from '@nestjs/common';
import {
  canonicalEmoji,
  type MessageView,
  QUOTA_MESSAGES,
  REACTION_MESSAGES,
  REACTIONS,
  type ReactorView,
  ROOMS,
} from '@oniverse/contracts';
import {
  invalidField,
  isErasedMemberError,
  LivePublisher,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { BatchLoader, Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, authorView, requireRow } from '../../shared/index.js';
import { ChannelFeed } from './channel-feed.js';
import { MessageChangesRepository } from './message-changes.repository.js';
import { MessageReactionsRepository, type OwnedReaction } from './message-reactions.repository.js';
import type { MessageRow } from './messages.repository.js';
import { messageView } from './messages.view.js';
import { withOwn } from './own-reactions.js';

const REACTION_LIMIT: RateLimit = { name: 'reactions', points: 5, seconds: 1 };
/** The longest delay between two batches of reactions to the same message. */
const MAX_BATCH_DELAY_MS = 250;

interface ReactionChange extends OwnedReaction {
  isAdded: boolean;
}

/** The message as its member sees it after the change, or why the change was refused. */
type Outcome = MessageView | ProblemError;

interface Batch {
  loader: BatchLoader<ReactionChange, Outcome>;
  pending: number;
}

interface StoredBatch {
  /** In the order of the changes. */
  outcomes: Outcome[];
  /** The message, if its reactions changed. */
  changed?: MessageView;
  /** The members whose reactions changed, with all their emojis. */
  changedBy: readonly { userId: string; emojis: string[] }[];
}

/**
 * Adds and removes reactions. Those to one message that arrive during a transaction, or shortly after a large one, share the
 * next one: one revision and one event for any number of members.
 */
@Injectable()
export class MessageReactionsService {
  private readonly batches = new Map<string, Batch>();

  constructor(
    private readonly access: AccessService,
    private readonly messages: MessageChangesRepository,
    private readonly repository: MessageReactionsRepository,
    private readonly feed: ChannelFeed,
    private readonly live: LivePublisher,
    private readonly limits: RateLimits,
  ) {}

  /** Returns the members who reacted with an emoji, oldest first. @throws ProblemError `validation_failed`, `not_found` */
  async listReactors(
    readerId: string,
    messageId: string,
    emoji: string,
    page: PageQueryDto,
  ): Promise<Page<ReactorView>> {
    const canonical = requireEmoji(emoji);
    const { serverId } = await this.access.requireMessageRead(readerId, messageId);
    const rows = await this.repository.listReactors({ readerId, serverId, messageId }, canonical, page);
    return Page.of(rows, page.limit, (row) => ({ userId: row.user_id, author: authorView(row) }));
  }

  /**
   * Adds a reaction, or does nothing if it exists.
   * @throws ProblemError `validation_failed`, `not_found`, `not_a_member`, `timed_out`, `quota_reached`, `rate_limited`
   */
  async add(userId: string, messageId: string, emoji: string): Promise<MessageView> {
    return this.change(messageId, { userId, emoji: requireEmoji(emoji), isAdded: true });
  }

  /**
   * Removes a reaction, or does nothing without it.
   * @throws ProblemError `validation_failed`, `not_found`, `not_a_member`, `timed_out`, `rate_limited`
   */
  async remove(userId: string, messageId: string, emoji: string): Promise<MessageView> {
    return this.change(messageId, { userId, emoji: requireEmoji(emoji), isAdded: false });
  }

  private async change(messageId: string, change: ReactionChange): Promise<MessageView> {
    await this.limits.consume(REACTION_LIMIT, change.userId);
    const batch = this.batches.get(messageId) ?? {
      loader: new BatchLoader(
        async (changes) => this.storeAndPublish(messageId, changes),
        MAX_BATCH_DELAY_MS,
      ),
      pending: 0,
    };
    this.batches.set(messageId, batch);
    batch.pending += 1;
    try {
      const outcome = await batch.loader.get(change);
      if (outcome instanceof ProblemError) throw outcome;
      return outcome;
    } finally {
      batch.pending -= 1;
      if (batch.pending === 0) this.batches.delete(messageId);
    }
  }

  private async storeAndPublish(messageId: string, changes: readonly ReactionChange[]): Promise<Outcome[]> {
    const { outcomes, changed, changedBy } = await this.storeWithRetries(messageId, changes);
    if (changed) {
      const { channelId, seq, rev } = changed;
      this.feed.publishChanged(channelId, [changed]);
      for (const { userId, emojis } of changedBy) {
        this.live.publish('reactions:own', ROOMS.user(userId), { channelId, seq, rev, emojis });
      }
    }
    return outcomes;
  }

  private async storeWithRetries(
    messageId: string,
    changes: readonly ReactionChange[],
  ): Promise<StoredBatch> {
    for (;;) {
      try {
        return await this.messages.transaction(async (manager) => this.store(manager, messageId, changes));
      } catch (error) {
        // A member was erased during the call. The next attempt refuses that member.
        if (!isErasedMemberError(error)) throw error;
      }
    }
  }

  private async store(
    manager: EntityManager,
    messageId: string,
    changes: readonly ReactionChange[],
  ): Promise<StoredBatch> {
    await this.messages.lockChannel(manager, messageId);
    const userIds = [...new Set(changes.map(({ userId }) => userId))];
    const refusals = await this.access.findReactionRefusals(manager, userIds, messageId);
    const permitted = lastOfEach(changes.filter(({ userId }) => !refusals.has(userId)));
    const removals = permitted.filter(({ isAdded }) => !isAdded);
    const removedBy = await this.repository.remove(manager, messageId, removals);
    const current = await this.messages.find(manager, messageId);
    if (!current || permitted.length === 0) {
      return { outcomes: changes.map(({ userId }) => refusals.get(userId) ?? notFound()), changedBy: [] };
    }
    const emojis = emojisWithin(current, permitted);
    const isAccepted = ({ emoji, isAdded }: ReactionChange) => !isAdded || emojis.has(emoji);
    const additions = permitted.filter((change) => change.isAdded && isAccepted(change));
    const addedBy = await this.repository.add(manager, messageId, additions);
    const changedIds = [...new Set([...removedBy, ...addedBy])];
    const hasChanged = changedIds.length > 0;
    const message = messageView(
      hasChanged ? requireRow(await this.messages.touch(manager, messageId)) : current,
    );
    const { channelId, seq } = message;
    const readers = userIds.map((userId) => ({ userId, channelId, seq }));
    const lists = await this.repository.listOwn(readers, manager);
    const ownOf = (userId: string): string[] => lists[userIds.indexOf(userId)] ?? [];
    return {
      outcomes: changes.map(
        (change) =>
          refusals.get(change.userId) ??
          (isAccepted(change) ? withOwn(message, ownOf(change.userId)) : tooManyEmojis()),
      ),
      ...(hasChanged && { changed: message }),
      changedBy: changedIds.map((userId) => ({ userId, emojis: ownOf(userId) })),
    };
  }
}

/** @throws ProblemError `validation_failed` */
function requireEmoji(text: string): string {
  const emoji = canonicalEmoji(text);
  if (emoji === undefined) throw invalidField('emoji', REACTION_MESSAGES.badEmoji);
  return emoji;
}

/** Returns the last change of each member to each reaction. */
const lastOfEach = (changes: readonly ReactionChange[]): ReactionChange[] => [
  ...new Map(changes.map((change) => [`${change.userId} ${change.emoji}`, change])).values(),
];

/** Returns the emojis of a message with those added that it has room for. */
function emojisWithin({ reactions }: MessageRow, changes: readonly ReactionChange[]): ReadonlySet<string> {
  const emojis = new Set(reactions?.map(({ emoji }) => emoji));
  for (const { emoji, isAdded } of changes) {
    if (isAdded && emojis.size < REACTIONS.emojis) emojis.add(emoji);
  }
  return emojis;
}

const tooManyEmojis = (): ProblemError =>
  new ProblemError('quota_reached', QUOTA_MESSAGES.reactionsPerMessage({ quota: REACTIONS.emojis }));
