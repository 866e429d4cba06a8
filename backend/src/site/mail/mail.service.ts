import { Injectable } from '@nestjs/common';
import { LINK_MESSAGES } from '@oniverse/contracts';
import { AccountToken, hashLinkToken, NotificationSettings } from '@oniverse/data';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { DataSource, MoreThan } from 'typeorm';

/** Requests with a token, per client address. */
const UNSUBSCRIBE_LIMIT: RateLimit = { name: 'unsubscribe', points: 60, seconds: 15 * 60 };

@Injectable()
export class MailService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: RateLimits,
  ) {}

  /** Ends the digest of the token's account. The token keeps working. @throws ProblemError `link_expired`, `rate_limited` */
  async unsubscribe(token: string, address: string): Promise<void> {
    await this.limits.consume(UNSUBSCRIBE_LIMIT, address);
    const link = await this.dataSource.getRepository(AccountToken).findOneBy({
      hash: hashLinkToken(token),
      purpose: 'unsubscribe',
      expiresAt: MoreThan(new Date()),
    });
    if (!link?.userId) throw new ProblemError('link_expired', LINK_MESSAGES.linkExpired);
    await this.dataSource
      .getRepository(NotificationSettings)
      .update({ userId: link.userId }, { digest: 'off', digestDueAt: null });
  }
}
