import { Injectable } from '@nestjs/common';
import {
  type AttachmentRef,
  FILTER_MESSAGES,
  type FilterAction,
  may,
  messageMentionsOf,
  NEW_ACCOUNT_MESSAGES,
  type Phrase,
  type SendMessageBody,
  type Standing,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { AccessService, copiedText, Copies } from '../../shared/index.js';
import { strongestOf } from './filter-matcher.js';
import { FilterSets, type ReadyFilters } from './filter-sets.js';
import { heldForReview, HeldMessagesService } from './held-messages.service.js';

/** What filters say about a text, and why. */
interface Verdict {
  action: FilterAction;
  phrase: Phrase;
}

export interface FilteredMessage extends Pick<SendMessageBody, 'replyToSeq' | 'draftRev' | 'acceptsWarning'> {
  userId: string;
  channelId: string;
  content: string;
  nonce: string;
  attachments: readonly AttachmentRef[];
  /** The names of its files, and what their author says of them. */
  fileTexts: readonly string[];
}

const warning = (): ProblemError => new ProblemError('filter_warning', FILTER_MESSAGES.filterWarning);

const COPY: Verdict = { action: 'hold', phrase: NEW_ACCOUNT_MESSAGES.copiedText };

/**
 * Decides whether texts of members may be stored. A text that matches no filter costs no query, unless it is that of a new
 * account, whose copies of a text are held.
 */
@Injectable()
export class MessageFilters {
  constructor(
    private readonly access: AccessService,
    private readonly sets: FilterSets,
    private readonly held: HeldMessagesService,
    private readonly copies: Copies,
  ) {}

  /** Loads the filters of a channel that was opened. */
  prepare(channelId: string, serverId: string | null): void {
    this.sets.prepare(channelId, serverId);
  }

  /**
   * Requires that a message may be stored, or was stored before. Holds it if the filters say so.
   * @throws ProblemError `filtered`, `filter_warning`, `held_for_review`, `quota_reached`; `not_found`, `not_a_member` or
   * `timed_out` for those who may not write
   */
  async admit(message: FilteredMessage): Promise<void> {
    const serverId = (await this.sets.findPlace(message.channelId))?.serverId ?? null;
    if (serverId === null) return;
    const { userId, channelId, content, attachments, nonce, replyToSeq, draftRev } = message;
    const judged = await this.judge(serverId, [content, ...message.fileTexts].join('\n'));
    const isFinal = judged?.action === 'hold' || judged?.action === 'refuse';
    const copy = isFinal
      ? undefined
      : await this.copies.record({ userId, kind: 'message', text: content, channelId, nonce });
    const verdict = copy?.isHeld ? COPY : judged;
    if (!verdict) return;
    const sending = { serverId, userId, channelId, content, attachments, nonce, replyToSeq, draftRev };
    const sent = await this.held.findSent(sending);
    if (sent === 'stored') return;
    if (sent === 'held') throw heldForReview(verdict === COPY);
    if ((await this.requireAllowed(verdict, message)) === 'hold') {
      await this.held.hold(sending);
      throw heldForReview(verdict === COPY);
    }
  }

  /** As `admit`, before a first reply to a message in the channel starts its thread, where it is held. */
  async assertSendable(
    message: Pick<FilteredMessage, 'userId' | 'channelId' | 'content' | 'fileTexts' | 'acceptsWarning'>,
    serverId: string | null,
  ): Promise<void> {
    const verdict = await this.judge(serverId, [message.content, ...message.fileTexts].join('\n'));
    if (verdict) await this.requireAllowed(verdict, message);
  }

  /**
   * Returns a check of a changed message, for when its author is known to be allowed to change it. What would be held is refused.
   * @throws ProblemError from the check: `filtered`, `filter_warning`
   */
  async checkEdit(
    { userId, messageId, serverId }: { userId: string; messageId: string; serverId: string | null },
    content: string,
    acceptsWarning = false,
  ): Promise<(standing: Standing) => void> {
    const verdict = await this.judge(serverId, content);
    const copy =
      serverId === null
        ? undefined
        : await this.copies.record({ userId, kind: 'message', text: content, subjectId: messageId });
    return (standing) => {
      if (copy?.isHeld) throw copiedText();
      if (!verdict) return;
      const action = actionFor(standing, verdict.action);
      if (action !== 'warn') throw new ProblemError('filtered', verdict.phrase);
      if (!acceptsWarning) throw warning();
    };
  }

  /** @throws ProblemError `filtered` for a name that is refused or would be held */
  async assertName(serverId: string, name: string): Promise<void> {
    const { matcher } = await this.sets.get(serverId);
    const action = matcher ? strongestOf(matcher.match(name)) : undefined;
    if (action === 'hold' || action === 'refuse') {
      throw new ProblemError('filtered', FILTER_MESSAGES.filtered);
    }
  }

  private async judge(serverId: string | null, content: string): Promise<Verdict | undefined> {
    const { matcher, maxMentions } = await this.sets.get(serverId);
    if (hasTooManyMentions(maxMentions, content)) {
      return { action: 'refuse', phrase: FILTER_MESSAGES.tooManyMentions({ max: maxMentions ?? 0 }) };
    }
    const action = matcher ? strongestOf(matcher.match(content)) : undefined;
    return action && { action, phrase: FILTER_MESSAGES.filtered };
  }

  /** Returns what happens to a message; undefined if it may be sent. */
  private async requireAllowed(
    { action: strongest, phrase }: Verdict,
    {
      userId,
      channelId,
      acceptsWarning = false,
    }: Pick<FilteredMessage, 'userId' | 'channelId' | 'acceptsWarning'>,
  ): Promise<'hold' | undefined> {
    const { standing } = await this.access.requireChannelWrite(userId, channelId);
    const action = actionFor(standing, strongest);
    if (action === 'hold') return 'hold';
    if (action === 'refuse') throw new ProblemError('filtered', phrase);
    if (!acceptsWarning) throw warning();
    return undefined;
  }
}

/** Staff would only hold their own messages for themselves. */
const actionFor = (standing: Standing, action: FilterAction): FilterAction =>
  action === 'hold' && may(standing, 'manageFilters') ? 'warn' : action;

const hasTooManyMentions = (maxMentions: ReadyFilters['maxMentions'], content: string): boolean =>
  maxMentions !== null && messageMentionsOf(content).length > maxMentions;
