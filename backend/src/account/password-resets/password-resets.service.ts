import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PasswordReset, ResetPasswordBody } from '@oniverse/contracts';
import { mailEntry, OUTBOX_TOPICS } from '@oniverse/data';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { AccountLinks, linkExpired } from '../account-links/account-links.service.js';
import { type MemberChange, MemberChanges, type Origin, retryDeadlocks } from '../../shared/index.js';
import { EmailsService } from '../emails/emails.service.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { requireUncommonPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

/** Stored in place of a hash for an account without a password. */
const NO_PASSWORD = '!';

/** Sets new passwords of members who lost theirs, or whose password someone else knows. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly repository: PasswordResetsRepository,
    private readonly links: AccountLinks,
    private readonly emails: EmailsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly factors: FactorRemoval,
    private readonly activity: AccountActivityService,
    private readonly changes: MemberChanges,
  ) {}

  /**
   * Mails a link. The answer and the work are the same for known and unknown addresses: an unknown one enqueues a mail
   * of an account that does not exist.
   * @throws ProblemError `mail_unavailable`, `rate_limited`
   */
  async request(email: string, origin: Origin): Promise<void> {
    const wanted = email.toLowerCase();
    await this.emails.requestReset(wanted, origin.address, async (manager, recipient) => {
      const userId = (await this.repository.findByAddress(manager, recipient)) ?? randomUUID();
      await this.activity.recordIfExists(manager, { userId, kind: 'password_reset_requested', origin });
      return mailEntry({ purpose: 'reset-password', userId });
    });
  }

  /**
   * Sets a new password, ends all sessions, and removes the factors that an intruder may have added. A mailed link also
   * verifies the address of an account that has verified none.
   * @returns a device token for the calling browser; all earlier ones become invalid
   * @throws ProblemError `link_expired`, also if the account no longer uses the address of the link; `email_taken`,
   * `rate_limited`, `validation_failed` for a password that is easy to guess
   */
  async reset({ token, newPassword }: ResetPasswordBody, origin: Origin): Promise<PasswordReset> {
    const link = await this.links.findOfAccount('reset-password', token, origin.address);
    const { userId } = link;
    const account = await this.repository.find(userId);
    if (!account) throw linkExpired();
    await requireUncommonPassword(newPassword, account, 'newPassword');
    const password = await this.passwords.hash(newPassword);
    await this.emails.changeAddress(userId, async (change) => {
      const { manager } = change;
      await this.links.use(manager, link);
      const current = await this.repository.find(userId, manager);
      // An operator's link proves no address.
      await this.emails.endUndo(manager, userId, link.email);
      if (link.email !== null && current?.recoveryEmail === null) {
        await this.emails.saveVerified(change, link.email);
      }
      await this.links.revoke(manager, userId, ['disown-sign-in']);
      await this.repository.setPassword(manager, userId, password);
      await this.factors.removeOfIntruder(manager, userId);
      change.afterCommit(await this.sessions.endAll(manager, userId));
      change.afterCommit(await this.activity.record(manager, { userId, kind: 'password_reset', origin }));
    });
    return { ok: true, username: account.username, deviceToken: issueDeviceToken({ id: userId, password }) };
  }

  /**
   * Disowns a sign-in by the link of the mail about it: ends all sessions, blocks the password until it is reset,
   * removes the factors that an intruder may have added, and mails a link that sets a new password.
   * @throws ProblemError `link_expired`, `rate_limited`
   */
  async disownSignIn(token: string, origin: Origin): Promise<void> {
    const link = await this.links.findOfAccount('disown-sign-in', token, origin.address);
    const { userId } = link;
    const disown = async (change: MemberChange): Promise<void> => {
      const { manager } = change;
      await this.links.use(manager, link);
      await this.emails.endUndo(manager, userId, link.email);
      await this.factors.removeOfIntruder(manager, userId);
      await this.repository.setPassword(manager, userId, NO_PASSWORD);
      change.enqueue(OUTBOX_TOPICS.sendMail, mailEntry({ purpose: 'reset-password', userId }).subject);
      change.afterCommit(await this.sessions.endAll(manager, userId));
      change.afterCommit(await this.activity.record(manager, { userId, kind: 'sign_in_disowned', origin }));
    };
    await retryDeadlocks(async () => this.changes.runChange(userId, disown));
  }

  /**
   * Confirms a sign-in by the link of the mail about it, which cannot disown it afterwards.
   * @throws ProblemError `link_expired`, `rate_limited`
   */
  async confirmSignIn(token: string, origin: Origin): Promise<void> {
    const link = await this.links.findOfAccount('disown-sign-in', token, origin.address);
    const { userId, subjectId } = link;
    await this.changes.runChange(userId, async (change) => {
      const { manager } = change;
      await this.links.use(manager, link);
      const sessionId = await this.repository.findSessionOf(manager, userId, subjectId);
      if (sessionId === undefined) throw linkExpired();
      const entry = { userId, kind: 'sign_in_confirmed', origin, sessionId } as const;
      change.afterCommit(await this.activity.record(manager, entry));
    });
  }
}
