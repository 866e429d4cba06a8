import { Injectable } from '@nestjs/common';
import { type AccountLink, type LinkCheckBody, type LinkPurpose, MESSAGES } from '@oniverse/contracts';
import { AccountToken, hashLinkToken } from '@oniverse/data';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { DataSource, type EntityManager, In, IsNull, MoreThan } from 'typeorm';

/** Requests with a token, per client address. */
const LINK_LIMIT: RateLimit = { name: 'links', points: 60, seconds: 15 * 60 };

export const linkExpired = (): ProblemError => new ProblemError('link_expired', MESSAGES.linkExpired);

/** A link of an account, as opposed to a claim of an address. */
export type LinkOfAccount = Pick<AccountToken, 'hash' | 'purpose' | 'email' | 'subjectId' | 'createdAt'> & {
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
    const account = link.userId === null ? null : await this.findUsername(link.userId);
    return { purpose, username: account, email: link.email, expiresAt: link.expiresAt.toISOString() };
  }

  /** Returns a link that still works, without using it. @throws ProblemError `link_expired`, `rate_limited` */
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
    const { hash, userId, email, subjectId, createdAt } = await this.find(purpose, token, address);
    if (userId === null) throw linkExpired();
    return { hash, purpose, userId, email, subjectId, createdAt };
  }

  /**
   * Uses a link up, and with it all others of its purpose about the same account and change, or the same address. Of
   * concurrent uses one succeeds.
   * @throws ProblemError `link_expired`
   */
  async use(
    manager: EntityManager,
    {
      hash,
      purpose,
      userId,
      email,
      subjectId,
    }: Pick<AccountToken, 'hash' | 'purpose' | 'userId' | 'email' | 'subjectId'>,
  ): Promise<void> {
    const links = manager.getRepository(AccountToken);
    const { affected } = await links.delete({ hash, expiresAt: MoreThan(new Date()) });
    if (affected !== 1) throw linkExpired();
    // Not the links of earlier changes: they belong to the owners of earlier addresses.
    if (userId !== null) await links.delete({ purpose, userId, subjectId: subjectId ?? IsNull() });
    else if (email !== null) await links.delete({ purpose, email });
  }

  /** Makes all links of an account for some purposes useless. */
  async revoke(manager: EntityManager, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
    await manager.getRepository(AccountToken).delete({ userId, purpose: In(purposes) });
  }

  private async findUsername(userId: string): Promise<string> {
    const rows: { username: string }[] = await this.dataSource.query(
      'SELECT username FROM users WHERE id = $1',
      [userId],
    );
    const [account] = rows;
    if (!account) throw linkExpired();
    return account.username;
  }
}
