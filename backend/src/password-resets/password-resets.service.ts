import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PasswordReset, ResetPasswordBody } from '@oniverse/contracts';
import { mailEntry } from '@oniverse/data';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import type { Origin } from '../account-activity/origin.js';
import { AccountLinks, linkExpired } from '../account-links/account-links.service.js';
import { EmailsService } from '../emails/emails.service.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { requireUncommonPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

/** Sets new passwords of members who lost theirs. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly repository: PasswordResetsRepository,
    private readonly links: AccountLinks,
    private readonly emails: EmailsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly activity: AccountActivityService,
  ) {}

  /**
   * Mails a link. The answer and the work are the same for known and unknown addresses: an unknown one enqueues a mail
   * of an account that does not exist.
   * @param address the client's
   * @throws ProblemError `mail_unavailable`, `rate_limited`
   */
  async request(email: string, address: string): Promise<void> {
    const wanted = email.toLowerCase();
    await this.emails.enqueueForVisitor(wanted, address, async (manager) => {
      const userId = (await this.repository.findByAddress(manager, wanted)) ?? randomUUID();
      return mailEntry({ purpose: 'reset-password', userId });
    });
  }

  /**
   * Sets a new password and ends all sessions. A mailed link also verifies the address of an account that has verified
   * none.
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
      // An operator's link names no address.
      if (link.email !== null) {
        const current = await this.repository.find(userId, manager);
        if (link.email !== (current?.recoveryEmail ?? current?.email)) throw linkExpired();
        if (current?.recoveryEmail === null) await this.emails.saveVerified(change, link.email);
      }
      await this.repository.setPassword(manager, userId, password);
      change.afterCommit(await this.sessions.endAll(manager, userId));
      change.afterCommit(await this.activity.record(manager, { userId, kind: 'password_reset', origin }));
    });
    return { ok: true, username: account.username, deviceToken: issueDeviceToken({ id: userId, password }) };
  }
}
