import { Injectable } from '@nestjs/common';
import { type AccountLink, LINK_MESSAGES, type LinkCheckBody, type LinkPurpose } from '@oniverse/contracts';
import { AccountToken, hashLinkToken } from '@oniverse/data';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { DataSource, type EntityManager, In, IsNull, MoreThan } from 'typeorm';

/** Requests with a token, per client address. */
const LINK_LIMIT: RateLimit = { name: 'links', points: 60, seconds: 15 * 60 };

export const linkExpired = (): ProblemError => new ProblemError('link_expired', LINK_MESSAGES.linkExpired);

/** The addresses of an account, with its name. */
interface AccountOfLink {
  username: string;
  email: string | null;
  recovery_email: string | null;
}

/**
 * The address that a link must have been mailed to, by what the account's addresses are now. A proof of another address
 * thereby ends the link; so does a claim by the address's owner. The holder of a former address, or of one that was
 * never verified, must not get the account. Null: a link that works wherever it was mailed to.
 */
const ADDRESS_OF = {
  'verify-email': ({ email }) => email,
  'reset-password': ({ email, recovery_email: recovery }) => recovery ?? email,
  'undo-email': ({ recovery_email: recovery }) => recovery,
  'disown-sign-in': ({ recovery_email: recovery }) => recovery,
  // Belongs to no account: the registration checks the owner of the address.
  'claim-email': null,
  // Turns off the digest, which the member can turn on again.
  unsubscribe: null,
} as const satisfies Record<LinkPurpose, ((account: AccountOfLink) => string | null) | null>;

/** A link of an account, as opposed to a claim of an address. */
export type LinkOfAccount = Pick<AccountToken, 'hash' | 'purpose' | 'email' | 'subjectId'> & {
  userId: string;
};

/** The one-time links of mails and operators. A token is a credential that works once. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RateLimits,
  ) {}

  /** Describes a link that still works, without using it. @throws ProblemError `link_expired`, `rate_limited` */
  async check({ purpose, token }: LinkCheckBody, address: string): Promise<AccountLink> {
    const link = await this.find(purpose, token, address);
    const account = await this.requireCurrent(this.dataSource.manager, link);
    const { email, expiresAt } = link;
    return { purpose, username: account?.username ?? null, email, expiresAt: expiresAt.toISOString() };
  }

  /** Returns a link that was not used, without using it. Whether it still fits its account shows `use`. @throws ProblemError `link_expired`, `rate_limited` */
  async find(purpose: LinkPurpose, token: string, address: string): Promise<AccountToken> {
    await this.limits.consume(LINK_LIMIT, address);
    const link = await this.dataSource
      .getRepository(AccountToken)
      .findOneBy({ hash: hashLinkToken(token), purpose, expiresAt: MoreThan(new Date()) });
    if (!link) throw linkExpired();
    return link;
  }

  /** Like `find`, for a link of an account. @throws ProblemError `link_expired`, `rate_limited` */
  async findOfAccount(purpose: LinkPurpose, token: string, address: string): Promise<LinkOfAccount> {
    const { hash, userId, email, subjectId } = await this.find(purpose, token, address);
    if (userId === null) throw linkExpired();
    return { hash, purpose, userId, email, subjectId };
  }

  /**
   * Uses a link up, and with it all others of its purpose about the same account and change, or the same address. Of
   * concurrent uses one succeeds.
   * @throws ProblemError `link_expired`, also if the account's addresses have changed so that the link no longer counts
   */
  async use(
    manager: EntityManager,
    link: Pick<AccountToken, 'hash' | 'purpose' | 'userId' | 'email' | 'subjectId'>,
  ): Promise<void> {
    const { hash, purpose, userId, email, subjectId } = link;
    const links = manager.getRepository(AccountToken);
    const { affected } = await links.delete({ hash, expiresAt: MoreThan(new Date()) });
    if (affected !== 1) throw linkExpired();
    await this.requireCurrent(manager, link);
    if (userId !== null) await links.delete({ purpose, userId, subjectId: subjectId ?? IsNull() });
    else if (email !== null) await links.delete({ purpose, email });
  }

  /** Makes all links of an account for some purposes useless. */
  async revoke(manager: EntityManager, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
    await manager.getRepository(AccountToken).delete({ userId, purpose: In(purposes) });
  }

  /** Returns the account of a link; null for a claim. @throws ProblemError `link_expired` */
  private async requireCurrent(
    manager: EntityManager,
    { purpose, userId, email }: Pick<AccountToken, 'purpose' | 'userId' | 'email'>,
  ): Promise<AccountOfLink | null> {
    if (userId === null) return null;
    const rows: AccountOfLink[] = await manager.query(
      'SELECT username, email, recovery_email FROM users WHERE id = $1',
      [userId],
    );
    const [account] = rows;
    const addressOf = ADDRESS_OF[purpose];
    // An operator's link names no address.
    const isCurrent = account && (email === null || addressOf === null || addressOf(account) === email);
    if (!isCurrent) throw linkExpired();
    return account;
  }
}
