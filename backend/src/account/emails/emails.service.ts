import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCOUNT_MESSAGES,
  LINK_MESSAGES,
  maskedEmail,
  MESSAGES,
  SECURITY_MESSAGES,
} from '@oniverse/contracts';
import { type AccountToken, enqueueOutbox, mailEntry, OUTBOX_TOPICS, type OutboxEntry } from '@oniverse/data';
import {
  CONFIG,
  type Config,
  invalidField,
  isRateLimited,
  ProblemError,
  type RateLimit,
  RateLimits,
  violatedConstraint,
} from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { AccountLinks, linkExpired } from '../account-links/account-links.service.js';
import {
  type MemberChange,
  MemberChanges,
  type Origin,
  retryDeadlocks,
  type SessionContext,
} from '../../shared/index.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import {
  CHANGE_LIMIT,
  MAILS_TO_ADDRESS_LIMITS,
  MAIL_REQUEST_LIMIT,
  OWN_VERIFICATION_LIMIT,
  RESETS_LIMITS,
} from './emails.limits.js';
import { type Addresses, EmailsRepository } from './emails.repository.js';

export const emailTaken = (): ProblemError => new ProblemError('email_taken', ACCOUNT_MESSAGES.emailTaken);
export type AfterCommit = () => Promise<void>;

/** Verifies, claims, changes and restores the e-mail addresses of accounts. */
@Injectable()
export class EmailsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: EmailsRepository,
    private readonly links: AccountLinks,
    private readonly changes: MemberChanges,
    private readonly sessions: SessionsService,
    private readonly factors: FactorRemoval,
    private readonly activity: AccountActivityService,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get canMail(): boolean {
    return this.config.mail !== null;
  }

  /** @throws ProblemError `mail_unavailable` */
  requireMail(): void {
    if (!this.canMail) throw new ProblemError('mail_unavailable', MESSAGES.mailUnavailable);
  }

  /**
   * Enqueues the link that verifies the address of an account, where the site can mail. Further mails to one address are
   * dropped silently.
   */
  async enqueueVerification(manager: EntityManager, userId: string, email: string): Promise<void> {
    if (this.canMail && (await this.mayMailTo(email))) {
      await enqueueOutbox(manager, [mailEntry({ purpose: 'verify-email', userId })]);
    }
  }

  /** Mails the verification link again. @throws ProblemError `mail_unavailable`, `rate_limited` */
  async sendVerification({ userId }: SessionContext): Promise<void> {
    this.requireMail();
    const { manager } = this.dataSource;
    const user = await this.repository.find(manager, userId);
    if (!user || user.email === null) return;
    if (!(await this.mayMailTo(user.email))) await this.limits.consume(OWN_VERIFICATION_LIMIT, user.email);
    await enqueueOutbox(manager, [mailEntry({ purpose: 'verify-email', userId })]);
  }

  /**
   * Verifies the address of the session's account.
   * @throws ProblemError `link_expired`, also if the address has changed; `forbidden` for a link of another account
   */
  async verify(session: SessionContext, token: string, origin: Origin): Promise<void> {
    const link = await this.links.findOfAccount('verify-email', token, origin.address);
    const { userId } = session;
    if (link.userId !== userId) throw new ProblemError('forbidden', LINK_MESSAGES.linkOfOtherAccount);
    await this.changeAddress(session, async (change) => {
      const { manager } = change;
      await this.links.use(manager, link);
      const user = await this.repository.find(manager, userId);
      if (!user || user.email === null) throw linkExpired();
      await this.saveVerified(change, user.email);
      const entry = { userId, kind: 'email_verified', origin, sessionId: session.publicId } as const;
      change.afterCommit(await this.activity.record(manager, { ...entry, detail: maskedEmail(user.email) }));
    });
  }

  /**
   * Mails a link to an address that another account has. The answer and the work are the same for all addresses.
   * @throws ProblemError `mail_unavailable`, `rate_limited`
   */
  async requestClaim(email: string, address: string): Promise<void> {
    await this.enqueueForVisitor(email, address, MAILS_TO_ADDRESS_LIMITS, async (manager, recipient) => {
      const holder = await this.repository.findHolderId(manager, recipient);
      return mailEntry({ purpose: 'claim-email', userId: holder ?? randomUUID() });
    });
  }

  /**
   * Mails a reset link to an address. The answer and the work are the same for all addresses.
   * @param address the client's
   * @throws ProblemError `mail_unavailable`, `rate_limited`
   */
  async requestReset(
    email: string,
    address: string,
    entryOf: (manager: EntityManager, recipient: string) => Promise<OutboxEntry>,
  ): Promise<void> {
    const isProven = await this.repository.isProven(this.dataSource.manager, email);
    await this.enqueueForVisitor(
      email,
      address,
      [isProven ? RESETS_LIMITS.proven : RESETS_LIMITS.unproven],
      entryOf,
    );
  }

  /**
   * Enqueues a mail that a visitor asked for. Further mails to one address go to nobody instead, silently and by the same
   * work, whose time would show which limits the address has.
   */
  private async enqueueForVisitor(
    email: string,
    address: string,
    limits: readonly RateLimit[],
    entryOf: (manager: EntityManager, recipient: string) => Promise<OutboxEntry>,
  ): Promise<void> {
    this.requireMail();
    await this.limits.consume(MAIL_REQUEST_LIMIT, address);
    let recipient = email;
    if (!(await this.mayMailTo(email, limits))) {
      recipient = `${randomUUID()}@nobody.invalid`;
      await this.mayMailTo(recipient, limits);
    }
    await this.dataSource.transaction(async (manager) =>
      enqueueOutbox(manager, [await entryOf(manager, recipient)]),
    );
  }

  /** Counts a mail to an address that somebody typed. @returns false beyond the limits, where the mail is dropped */
  async mayMailTo(email: string, limits = MAILS_TO_ADDRESS_LIMITS): Promise<boolean> {
    try {
      for (const limit of limits) await this.limits.consume(limit, email);
      return true;
    } catch (error) {
      if (isRateLimited(error)) return false;
      throw error;
    }
  }

  /**
   * Frees an address for a registration, in its transaction.
   * @param claim a link to the address, which takes it from an account that has not verified it
   * @returns tasks to run after the commit
   * @throws ProblemError `email_taken`; `validation_failed` if the link is for another address; `link_expired`
   */
  async takeForRegistration(
    manager: EntityManager,
    email: string,
    claim: AccountToken | undefined,
  ): Promise<AfterCommit[]> {
    if (claim && claim.email !== email) throw invalidField('email', LINK_MESSAGES.linkOfOtherAddress);
    if (claim) await this.links.use(manager, claim);
    const holder = await this.repository.lockHolder(manager, email);
    if (holder && (!claim || holder.emailVerifiedAt !== null)) throw emailTaken();
    const tasks: AfterCommit[] = [];
    if (holder) tasks.push(await this.takeFrom(manager, holder.id, holder));
    if (claim) tasks.push(...(await this.takeRecovery(manager, email, null)));
    return tasks;
  }

  /**
   * Changes the address. The previous one is informed and can undo the change if the member had verified it: an address
   * with a typing error is a stranger's.
   * @throws ProblemError `email_taken`, `validation_failed` for the current address, `rate_limited`
   */
  async change(session: SessionContext, email: string, origin: Origin): Promise<void> {
    const { userId } = session;
    await this.limits.consume(CHANGE_LIMIT, userId);
    await this.changeAddress(session, async (change) => {
      const { manager } = change;
      const user = await this.repository.find(manager, userId);
      if (!user || user.email === email) throw invalidField('email', SECURITY_MESSAGES.sameEmail);
      if (await this.repository.findHolderId(manager, email)) throw emailTaken();
      const { email: previous, emailVerifiedAt, recoveryEmail } = user;
      if (previous !== null && emailVerifiedAt !== null) {
        const subjectId = await this.repository.insertChange(manager, userId, previous);
        if (this.canMail)
          await enqueueOutbox(manager, [mailEntry({ purpose: 'email-changed', userId, subjectId })]);
      }
      await this.links.revoke(manager, userId, ['verify-email']);
      await this.repository.save(manager, userId, { email, emailVerifiedAt: null, recoveryEmail });
      await this.enqueueVerification(manager, userId, email);
      const entry = { userId, kind: 'email_changed', origin, sessionId: session.publicId } as const;
      change.afterCommit(await this.activity.record(manager, { ...entry, detail: maskedEmail(email) }));
    });
  }

  /**
   * Undoes a change, and all later ones, by the link to the previous address. The reader of that link did not want the
   * change, so this also ends all sessions, removes the factors that were added since, or since the intruder's sign-in,
   * without proof of an older factor or of the address, blocks the password, and mails a link that sets a new one.
   * @throws ProblemError `link_expired`, also once another address was verified; `email_taken` if another account verifies
   * the address concurrently; `rate_limited`
   */
  async undo(token: string, origin: Origin): Promise<void> {
    const link = await this.links.findOfAccount('undo-email', token, origin.address);
    const { userId, subjectId } = link;
    await this.changeAddress(userId, async (change) => {
      const { manager } = change;
      await this.links.use(manager, link);
      const undone = subjectId === null ? null : await this.repository.findChange(manager, userId, subjectId);
      if (!undone) throw linkExpired();
      const holder = await this.repository.lockHolder(manager, undone.previousEmail);
      if (holder && holder.id !== userId) {
        if (holder.emailVerifiedAt !== null) throw emailTaken();
        change.afterCommit(await this.takeFrom(manager, holder.id, holder));
      }
      await this.repository.deleteChangesFrom(manager, userId, undone.id);
      await this.links.revoke(manager, userId, ['reset-password', 'verify-email']);
      // Proofs of other addresses ended this link, so that each proof since the change was one of this address.
      await this.factors.removeOfChanger(manager, userId, undone.createdAt);
      // The change required a confirmation, so someone else may know the password.
      await this.repository.blockPassword(manager, userId);
      await this.saveVerified(change, undone.previousEmail);
      change.enqueue(OUTBOX_TOPICS.sendMail, mailEntry({ purpose: 'reset-password', userId }).subject);
      change.afterCommit(await this.sessions.endAll(manager, userId));
      change.afterCommit(
        await this.activity.record(manager, { userId, kind: 'email_change_undone', origin }),
      );
    });
  }

  /**
   * Saves the verified address of an account, takes the reset links of the address from all other accounts, and ends the
   * links that would bring back another address.
   */
  async saveVerified(change: MemberChange, email: string): Promise<void> {
    const { manager, userId } = change;
    for (const task of await this.takeRecovery(manager, email, userId)) change.afterCommit(task);
    await this.repository.save(manager, userId, {
      email,
      emailVerifiedAt: new Date(),
      recoveryEmail: email,
    });
    await this.endUndo(manager, userId, email);
  }

  /**
   * Ends the links that undo changes of an account's address, also those whose mails are on their way.
   * @param proven the address whose links stay; null for none
   */
  async endUndo(manager: EntityManager, userId: string, proven: string | null): Promise<void> {
    await this.repository.deleteChangesBut(manager, userId, proven);
  }

  private async takeFrom(
    manager: EntityManager,
    userId: string,
    { recoveryEmail }: Addresses,
  ): Promise<AfterCommit> {
    await this.repository.save(manager, userId, { email: null, emailVerifiedAt: null, recoveryEmail });
    await this.links.revoke(manager, userId, ['verify-email']);
    return this.activity.record(manager, { userId, kind: 'email_lost' });
  }

  private async takeRecovery(
    manager: EntityManager,
    email: string,
    keptUserId: string | null,
  ): Promise<AfterCommit[]> {
    const tasks: AfterCommit[] = [];
    for (const userId of await this.repository.dropRecovery(manager, email, keptUserId)) {
      tasks.push(await this.activity.record(manager, { userId, kind: 'email_lost' }));
    }
    return tasks;
  }

  /**
   * Runs a change of addresses. Of two accounts that take one address concurrently, one succeeds.
   * @throws ProblemError `email_taken` for the other one
   */
  async changeAddress(
    by: string | SessionContext,
    change: (change: MemberChange) => Promise<void>,
  ): Promise<void> {
    try {
      // Owners of one address lock each other's accounts, in any order.
      await retryDeadlocks(async () => this.changes.runChange(by, change));
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_email_key' || constraint === 'users_recovery_email_key') throw emailTaken();
      throw error;
    }
  }
}
