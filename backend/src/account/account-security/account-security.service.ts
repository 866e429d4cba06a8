import { Inject, Injectable } from '@nestjs/common';
import type { AccountSecurity } from '@oniverse/contracts';
import { CONFIG, type Config, notFound } from '@oniverse/platform';
import { User } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import {
  authenticatedUntil,
  type MemberChange,
  MemberChanges,
  type Origin,
  retryDeadlocks,
  type SessionContext,
  unauthorized,
} from '../../shared/index.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { PasskeySite } from '../factors/passkey-site.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Describes the security of an account, and disowns sign-ins. */
@Injectable()
export class AccountSecurityService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly factors: SecondFactors,
    private readonly removal: FactorRemoval,
    private readonly site: PasskeySite,
    private readonly sessions: SessionsService,
    private readonly changes: MemberChanges,
    private readonly activity: AccountActivityService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async find(session: SessionContext): Promise<AccountSecurity> {
    const [user, factors] = await Promise.all([
      this.dataSource.getRepository(User).findOneBy({ id: session.userId }),
      this.factors.describe(session.userId),
    ]);
    if (!user) throw unauthorized();
    return {
      authenticatedUntil: authenticatedUntil(session)?.toISOString() ?? null,
      canMail: this.config.mail !== null,
      canUseTotp: this.config.accountKeys.length > 0,
      passkeyDomain: this.site.domain,
      recoveryEmail: user.recoveryEmail,
      ...factors,
    };
  }

  /** Ends all other sessions, and removes the factors that an intruder may have added. @throws ProblemError `not_found` unless the entry is a sign-in of the account */
  async disown(session: SessionContext, activityId: string, origin: Origin): Promise<void> {
    const { userId, publicId: sessionId } = session;
    const disown = async (change: MemberChange): Promise<void> => {
      const { manager } = change;
      if (!(await this.activity.isSignIn(manager, userId, activityId))) throw notFound();
      await this.removal.removeOfIntruder(manager, userId);
      change.afterCommit(await this.sessions.endOthers(manager, session));
      const disowned = { userId, kind: 'sign_in_disowned', origin, sessionId } as const;
      change.afterCommit(await this.activity.record(manager, disowned));
    };
    await retryDeadlocks(async () => this.changes.runChange(session, disown));
  }
}
