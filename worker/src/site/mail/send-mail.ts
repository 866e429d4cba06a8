import { Inject, Injectable } from '@nestjs/common';
import { linkPath, registrationUrl, unsubscribePath } from '@oniverse/contracts';
import { type MailCause, type NewAccountLink, OUTBOX_TOPICS, parseMailCause } from '@oniverse/data';
import {
  CONFIG,
  type Config,
  isRateLimited,
  LOGGER,
  type Logger,
  type RateLimit,
  RateLimits,
  siteOriginOf,
} from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import {
  activityMail,
  claimMail,
  emailChangedMail,
  existingAccountMail,
  measureMail,
  newDeviceMail,
  registrationInviteMail,
  resetMail,
  verificationMail,
  waitlistMail,
} from './account-mails.js';
import { digestMail } from './digest-mail.js';
import type { MailContent } from './mail-content.js';
import { MailSender } from './mail-sender.js';
import { type AccountRow, MailRepository } from './mail.repository.js';

interface Mail {
  to: string;
  content: MailContent;
  /** The token of its link, which is stored already; undefined for a mail without one. */
  token?: string;
  /** The end of the part of the night log that a digest covers. */
  coversUntil?: Date;
}

const limitKey = ({ purpose, userId }: MailCause): string => `${purpose}/${userId}`;

function ignoreRateLimit(error: unknown): void {
  if (!isRateLimited(error)) throw error;
}

/**
 * Mails of one purpose about one account. Each purpose has its own count: a flood of reset links must not suppress the
 * mail about a changed address.
 */
const ACCOUNT_LIMIT: RateLimit = { name: 'mailsOfAccount', points: 20, seconds: 60 * 60 };

/**
 * Sends one mail. Its token is committed before the mail leaves, so that no mail has a link that does not work. A killed
 * worker may send a mail twice; a server that is down only delays it.
 */
@Injectable()
export class SendMail implements JobHandler {
  readonly name = OUTBOX_TOPICS.sendMail;
  readonly isMail = true;
  /** Mail servers block senders that retry every second. */
  readonly outageDelayMs = 15_000;
  private readonly origin: string;

  constructor(
    private readonly repository: MailRepository,
    private readonly sender: MailSender,
    private readonly limits: RateLimits,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.origin = siteOriginOf(config);
  }

  async run(subject: string): Promise<void> {
    const rows = await this.repository.listPending(this.name, subject);
    if (rows.length === 0) return;
    const cause = parseMailCause(subject);
    if (!cause) this.logger.warn({ subject }, 'Unknown cause of a mail');
    if (cause && this.sender.isConfigured && (await this.isWithinLimit(cause))) {
      const mail = await this.compose(cause);
      if (mail) await this.deliver(cause, mail);
    }
    await this.repository.acknowledge(rows);
  }

  /** A link in a mail that did not leave is deleted: the next attempt makes another one. */
  private async deliver(cause: MailCause, { to, content, token, coversUntil }: Mail): Promise<void> {
    let isSent = false;
    try {
      isSent = (await this.sender.send(to, content)) === 'sent';
    } finally {
      if (!isSent && token !== undefined) await this.repository.deleteLink(token);
    }
    if (!isSent) return;
    if (coversUntil !== undefined) await this.repository.saveDigested(cause.userId, coversUntil);
    // Only now: attempts while the server is down would use up the limit.
    await this.limits.consume(ACCOUNT_LIMIT, limitKey(cause)).catch(ignoreRateLimit);
  }

  private async isWithinLimit(cause: MailCause): Promise<boolean> {
    let isWithin = true;
    await this.limits.assertRemaining(ACCOUNT_LIMIT, limitKey(cause)).catch((error: unknown) => {
      ignoreRateLimit(error);
      isWithin = false;
      this.logger.warn({ userId: cause.userId, purpose: cause.purpose }, 'Too many mails; mail dropped');
    });
    return isWithin;
  }

  /** Returns the mail, or undefined if it is obsolete or the account has no address for it. */
  private async compose(cause: MailCause): Promise<Mail | undefined> {
    if (cause.purpose === 'waitlist') return this.composeWaitlist(cause.userId);
    if (cause.purpose === 'registration-invite') return this.composeInvite(cause.userId);
    const account = await this.repository.findAccount(cause.userId);
    return account && this.composeForAccount(cause, account);
  }

  private async composeWaitlist(entryId: string): Promise<Mail | undefined> {
    const entry = await this.repository.findWaitlistEntry(entryId);
    if (!entry) return undefined;
    const isOpen = (await this.repository.findRegistration()) === 'open';
    return {
      to: entry.email,
      content: waitlistMail(entry.oniId, isOpen ? `${this.origin}/auth` : undefined),
    };
  }

  /** Each attempt has a code of its own, so one that did not leave stops working. */
  private async composeInvite(inviteId: string): Promise<Mail | undefined> {
    const to = await this.repository.findInvited(inviteId);
    const code = to === undefined ? undefined : await this.repository.issueRegistrationCode(inviteId);
    if (to === undefined || code === undefined) return undefined;
    return { to, content: registrationInviteMail(registrationUrl(this.origin, code)) };
  }

  private async composeForAccount(
    cause: Exclude<MailCause, { purpose: 'registration-invite' | 'waitlist' }>,
    account: AccountRow,
  ): Promise<Mail | undefined> {
    const { id: userId, email, recovery_email: recoveryEmail, is_verified: isVerified } = account;
    switch (cause.purpose) {
      case 'verify-email': {
        if (email === null || isVerified) return undefined;
        const { token, url } = await this.createLink({ purpose: 'verify-email', userId, email });
        return { to: email, content: verificationMail(account, url), token };
      }
      case 'claim-email': {
        if (email === null) return undefined;
        if (isVerified) return { to: email, content: existingAccountMail(account, `${this.origin}/auth`) };
        const { token, url } = await this.createLink({ purpose: 'claim-email', userId: null, email });
        return { to: email, content: claimMail(url), token };
      }
      case 'reset-password': {
        // An account that never verified an address gets the link at its current one.
        const to = recoveryEmail ?? email;
        if (to === null) return undefined;
        const { token, url } = await this.createLink({ purpose: 'reset-password', userId, email: to });
        return { to, content: resetMail(account, url), token };
      }
      case 'email-changed': {
        const change = await this.repository.findEmailChange(userId, cause.subjectId);
        // Another address was proven since.
        if (!change || change.previous_email !== recoveryEmail) return undefined;
        const to = change.previous_email;
        const link = { purpose: 'undo-email', userId, email: to, subjectId: cause.subjectId } as const;
        const { token, url } = await this.createLink(link);
        return { to, content: emailChangedMail(account, change, url), token };
      }
      case 'activity':
        return this.composeActivity(account, cause.subjectId);
      case 'digest':
        return this.composeDigest(account);
      default:
        return cause satisfies never;
    }
  }

  /** Only to the address that was verified last: another one may be a stranger's. */
  private async composeActivity(account: AccountRow, id: string): Promise<Mail | undefined> {
    const { id: userId, recovery_email: to } = account;
    const activity = to === null ? undefined : await this.repository.findActivity(userId, id);
    if (!activity || to === null) return undefined;
    if (activity.kind !== 'signed_in_new_device') {
      const content =
        measureMail(account, activity, this.origin) ??
        activityMail(account, activity, `${this.origin}/settings?tab=security`);
      return content && { to, content };
    }
    const link = { purpose: 'disown-sign-in', userId, email: to, subjectId: id } as const;
    const { token, url } = await this.createLink(link);
    return { to, content: newDeviceMail(account, activity, url), token };
  }

  private async composeDigest(account: AccountRow): Promise<Mail | undefined> {
    const { id: userId, email, is_verified: isVerified, is_suspended: isSuspended } = account;
    if (email === null || !isVerified || isSuspended) return undefined;
    const digest = await this.repository.findDigest(userId);
    if (!digest || digest.entries.length === 0) return undefined;
    const { token, url } = await this.createLink({ purpose: 'unsubscribe', userId, email });
    const unsubscribe = { page: url, oneClick: this.origin + unsubscribePath(token) };
    const content = digestMail(account, digest, this.origin, unsubscribe);
    return { to: email, content, token, coversUntil: digest.until };
  }

  private async createLink(link: NewAccountLink): Promise<{ token: string; url: string }> {
    const token = await this.repository.createLink(link);
    return { token, url: this.origin + linkPath(link.purpose, token) };
  }
}
