import { Inject, Injectable } from '@nestjs/common';
import {
  NEW_ACCOUNT_KINDS,
  NEW_ACCOUNT_LIMITS,
  NEW_ACCOUNT_MESSAGES,
  NEW_ACCOUNT_MS,
  type NewAccountKind,
  type Phrase,
} from '@oniverse/contracts';
import {
  CONFIG,
  type Config,
  isRateLimited,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { LRUCache } from 'lru-cache';
import { countLinksAndMentions } from './folded-words.js';

/** New accounts that are active at the same time. Established ones take no memory. */
const MAX_ACCOUNTS = 200_000;

/** When to try again what an unverified account may not do at all. */
const UNVERIFIED_RETRY_MS = 60 * 60 * 1_000;

/** What the row of a session says about its member. */
export interface KnownMember {
  user_id: string;
  /** Null for a member who is established everywhere. */
  newcomer: { joinedAt: string; isVerified: boolean } | null;
}

/** SQL for the column `newcomer` of {@link KnownMember}. @param member an SQL expression of the id, with its table */
export const newcomerColumn = (member: string): string =>
  `(SELECT jsonb_build_object('joinedAt', known.created_at, 'isVerified', known.email_verified_at IS NOT NULL)
      FROM users known
     WHERE known.id = ${member} AND (known.email_verified_at IS NULL
        OR known.created_at > now() - interval '${NEW_ACCOUNT_MS} milliseconds')) AS newcomer`;

interface NewAccount {
  /** When it is a day old, in ms. */
  until: number;
  isUnverified: boolean;
}

const limitOf = (kind: NewAccountKind): RateLimit => ({ name: `new-${kind}`, ...NEW_ACCOUNT_LIMITS[kind] });

type Step = 'assertRemaining' | 'consume';

/** How often something counts, for each kind of it. */
export type NewAccountUses = Partial<Record<NewAccountKind, number>>;

/**
 * Decides which accounts are new, and limits what they do. Admission notes them with each call, and with each check of open
 * sockets, so that nobody else reads anything: an account that was not noted is established. Without rate limits none is new.
 */
@Injectable()
export class NewAccounts {
  private readonly accounts = new LRUCache<string, NewAccount>({ max: MAX_ACCOUNTS });

  constructor(
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Remembers whether the members of sessions are new. */
  note(members: readonly KnownMember[]): void {
    if (!this.config.rateLimits) return;
    for (const { user_id: userId, newcomer } of members) {
      const account = newcomer && {
        until: Date.parse(newcomer.joinedAt) + NEW_ACCOUNT_MS,
        isUnverified: this.config.mail !== null && !newcomer.isVerified,
      };
      if (account && isStillNew(account)) this.accounts.set(userId, account);
      else this.accounts.delete(userId);
    }
  }

  isNew(userId: string): boolean {
    return this.find(userId) !== undefined;
  }

  /**
   * Counts what a member is about to do if the account is new. Nothing counts if something is beyond its limit.
   * @throws ProblemError `account_too_new`
   */
  async count(userId: string, uses: NewAccountUses): Promise<void> {
    await this.apply(['assertRemaining', 'consume'], userId, uses);
  }

  /** As {@link count}, with the links and mentions of a text. @throws ProblemError `account_too_new` */
  async countText(userId: string, text: string, uses: NewAccountUses = {}): Promise<void> {
    if (this.isNew(userId)) await this.count(userId, { ...uses, ...countLinksAndMentions(text) });
  }

  /** Requires that {@link countText} does not refuse a text, and counts nothing. @throws ProblemError `account_too_new` */
  async requireText(userId: string, text: string, uses: NewAccountUses = {}): Promise<void> {
    if (!this.isNew(userId)) return;
    await this.apply(['assertRemaining'], userId, { ...uses, ...countLinksAndMentions(text) });
  }

  private async apply(steps: readonly Step[], userId: string, uses: NewAccountUses): Promise<void> {
    const account = this.find(userId);
    if (!account) return;
    const counted = NEW_ACCOUNT_KINDS.flatMap((kind) => {
      const points = uses[kind] ?? 0;
      return points > 0 ? [{ kind, limit: limitOf(kind), points }] : [];
    });
    const excessive = counted.find(({ limit, points }) => points > limit.points);
    if (excessive) throw tooNew(account, excessive.kind, secondsLeft(account));
    for (const step of steps) {
      for (const { kind, limit, points } of counted) {
        await this.limits[step](limit, userId, points).catch((error: unknown) => {
          throw isRateLimited(error) ? tooNew(account, kind, error.details.retryAfter) : error;
        });
      }
    }
  }

  private find(userId: string): NewAccount | undefined {
    const account = this.accounts.get(userId);
    return account && isStillNew(account) ? account : undefined;
  }
}

const isStillNew = ({ until, isUnverified }: NewAccount): boolean => isUnverified || until > Date.now();

/** How long an account stays new, or at least an hour where that is up to its member. */
const secondsLeft = ({ until }: NewAccount): number =>
  Math.ceil(Math.max(until - Date.now(), UNVERIFIED_RETRY_MS) / 1_000);

const tooNew = (account: NewAccount, kind: NewAccountKind, retryAfter = 1): ProblemError =>
  new ProblemError('account_too_new', limitPhrase(account, kind), { retryAfter });

function limitPhrase({ until, isUnverified }: NewAccount, kind: NewAccountKind): Phrase {
  const { points: max, seconds } = NEW_ACCOUNT_LIMITS[kind];
  const limit = { kind, max, seconds };
  // To the minute, rounded up.
  const end = new Date(until + 60_000).toISOString().slice(0, 16).replace('T', ' ');
  if (!isUnverified) return NEW_ACCOUNT_MESSAGES.newAccountLimit({ ...limit, until: end });
  return until > Date.now()
    ? NEW_ACCOUNT_MESSAGES.newUnverifiedLimit({ ...limit, until: end })
    : NEW_ACCOUNT_MESSAGES.unverifiedLimit(limit);
}
