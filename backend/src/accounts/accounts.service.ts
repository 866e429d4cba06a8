import { Injectable } from '@nestjs/common';
import {
  type ChangePasswordBody,
  type CurrentUser,
  currentUserSchema,
  type LoginBody,
  MESSAGES,
  type RegisterBody,
  type SessionAnswer,
  viewOf,
} from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS, type User } from '@oniverse/data';
import { violatedConstraint, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import type { Origin } from '../account-activity/origin.js';
import { AccountLinks } from '../account-links/account-links.service.js';
import { MemberChanges } from '../changes/member-changes.js';
import { retryDeadlocks } from '../changes/retry-deadlocks.js';
import { type AfterCommit, emailTaken, EmailsService } from '../emails/emails.service.js';
import { CurrentPassword, wrongPassword } from '../passwords/current-password.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { countsOfDevice, countsOfUnknownDevice } from '../passwords/failure-counts.js';
import { requireUncommonPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import type { SessionContext } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsernamesService } from '../usernames/usernames.service.js';
import { AccountsRepository } from './accounts.repository.js';

const usernameTaken = (): ProblemError => new ProblemError('username_taken', MESSAGES.usernameTaken);
const invalidCredentials = (): ProblemError =>
  new ProblemError('invalid_credentials', MESSAGES.invalidCredentials);

const REGISTRATION_LIMIT: RateLimit = { name: 'register', points: 10, seconds: 60 * 60 };

/** Successful logins of an account. */
export const LOGIN_LIMIT: RateLimit = { name: 'logins', points: 100, seconds: 60 * 60 };

@Injectable()
export class AccountsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly currentPassword: CurrentPassword,
    private readonly sessions: SessionsService,
    private readonly usernames: UsernamesService,
    private readonly emails: EmailsService,
    private readonly links: AccountLinks,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates an account. With a claim of its address, the address is verified from the start.
   * @throws ProblemError `username_taken`, `username_reserved`, `email_taken`, `link_expired`, `rate_limited`,
   * `validation_failed` for a password that is easy to guess
   */
  async register(body: RegisterBody, origin: Origin): Promise<SessionAnswer> {
    await this.limits.consume(REGISTRATION_LIMIT, origin.address);
    const { username, password, claimToken } = body;
    const email = body.email.toLowerCase();
    await requireUncommonPassword(password, { username, email }, 'password');
    const claim =
      claimToken === undefined ? undefined : await this.links.find('claim-email', claimToken, origin.address);
    const claimant = { email, accessKey: password, address: origin.address };
    const proven = await this.usernames.proveClaim(username, claimant, { keyless: true });
    const hashed = await this.passwords.hash(password);
    try {
      // A claim locks the accounts that have the address, as their own changes of it do.
      return await retryDeadlocks(async () =>
        this.beginSession(origin, async (manager) => {
          await this.usernames.lockForMember(manager, username, proven);
          const afterCommit = await this.emails.takeForRegistration(manager, email, claim);
          const user = await this.repository.insert(manager, {
            username,
            email,
            emailVerifiedAt: claim ? new Date() : null,
            recoveryEmail: claim ? email : null,
            password: hashed,
            displayName: body.displayName ?? null,
          });
          await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: user.id }]);
          if (!claim) await this.emails.enqueueVerification(manager, user.id);
          return { user, afterCommit };
        }),
      );
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_username_key') throw usernameTaken();
      if (constraint === 'users_email_key' || constraint === 'users_recovery_email_key') throw emailTaken();
      throw error;
    }
  }

  /** @throws ProblemError `invalid_credentials`, identical for unknown names and wrong passwords; `rate_limited` */
  async login(body: LoginBody, origin: Origin): Promise<SessionAnswer> {
    const username = body.username.toLowerCase();
    const user = await this.repository.findByUsername(username);
    const device = this.passwords.findKnownDevice(user, body.deviceToken);
    const counts =
      device === undefined ? countsOfUnknownDevice(username, origin.address) : countsOfDevice(device);
    const isCorrect = await this.passwords.check(user?.password, body.password, counts);
    if (!user || !isCorrect) throw invalidCredentials();
    await this.limits.consume(LOGIN_LIMIT, user.id);
    return this.beginSession(origin, async (manager) => {
      // A concurrent password change ends only the sessions it can see, so this login must not add one after it.
      const locked = await this.repository.lockWithPassword(manager, user.id, user.password);
      if (!locked) throw invalidCredentials();
      return { user: locked };
    });
  }

  /**
   * Changes the member's password and ends all their other sessions, including open sockets.
   * @returns a new device token for the calling browser; all earlier tokens become invalid
   * @throws ProblemError `wrong_password`, also after a concurrent change; `rate_limited`, `validation_failed`
   */
  async changePassword(session: SessionContext, body: ChangePasswordBody): Promise<string> {
    const user = await this.currentPassword.require(session, body.currentPassword);
    await requireUncommonPassword(body.newPassword, user, 'newPassword');
    const password = await this.passwords.hash(body.newPassword);
    await this.changes.runChange(user.id, async (change) => {
      const replaced = await this.repository.replacePassword(
        change.manager,
        user.id,
        user.password,
        password,
      );
      if (!replaced) throw wrongPassword();
      await this.links.revoke(change.manager, user.id, ['reset-password']);
      change.afterCommit(await this.sessions.endOthers(change.manager, session));
    });
    return issueDeviceToken({ id: user.id, password });
  }

  /**
   * Deletes the user and, by cascade, every row that still refers to it.
   * @throws ProblemError `wrong_password` if the password has changed since `user` was read
   */
  async delete(manager: EntityManager, user: User): Promise<void> {
    if (!(await this.repository.delete(manager, user.id, user.password))) throw wrongPassword();
  }

  async getCurrentUser(userId: string): Promise<CurrentUser | undefined> {
    const user = await this.repository.findById(userId);
    return user ? viewOf(currentUserSchema, user) : undefined;
  }

  /** @param resolveUser returns the locked or new user, and tasks to run after the commit */
  private async beginSession(
    origin: Origin,
    resolveUser: (manager: EntityManager) => Promise<{ user: User; afterCommit?: readonly AfterCommit[] }>,
  ): Promise<SessionAnswer> {
    const { user, session, afterCommit } = await this.repository.transaction(async (manager) => {
      const { user: resolved, afterCommit: tasks = [] } = await resolveUser(manager);
      const created = await this.sessions.create(manager, resolved.id, origin.device);
      return { user: resolved, session: created, afterCommit: [...tasks, created.afterCommit] };
    });
    for (const task of afterCommit) await task();
    return {
      sessionId: session.sessionId,
      deviceToken: issueDeviceToken(user),
      user: viewOf(currentUserSchema, user),
    };
  }
}
