import { Inject, Injectable } from '@nestjs/common';
import {
  ACCOUNT_MESSAGES,
  type ChangePasswordBody,
  type CurrentUser,
  currentUserSchema,
  type LoginBody,
  type RegisterBody,
  type SessionAnswer,
  viewOf,
} from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS, type User } from '@oniverse/data';
import {
  LOGGER,
  type Logger,
  ProblemError,
  type RateLimit,
  RateLimits,
  violatedConstraint,
} from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { AccountLinks } from '../account-links/account-links.service.js';
import { MemberChanges, type Origin, retryDeadlocks, type SessionContext } from '../../shared/index.js';
import { emailTaken, EmailsService } from '../emails/emails.service.js';
import { FactorRemoval } from '../factors/factor-removal.js';
import { CurrentPassword, wrongPassword } from '../passwords/current-password.js';
import { RegistrationInvites } from '../registration/registration-invites.service.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { countsOfDevice, countsOfUnknownDevice } from '../passwords/failure-counts.js';
import { requireUncommonPassword } from '../passwords/password-rules.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { SignInsService } from '../sign-ins/sign-ins.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { usernameTaken, UsernamesService } from '../usernames/usernames.service.js';
import { AccountsRepository } from './accounts.repository.js';

const invalidCredentials = (): ProblemError =>
  new ProblemError('invalid_credentials', ACCOUNT_MESSAGES.invalidCredentials);

const REGISTRATION_LIMIT: RateLimit = { name: 'register', points: 10, seconds: 60 * 60 };

@Injectable()
export class AccountsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly currentPassword: CurrentPassword,
    private readonly sessions: SessionsService,
    private readonly signIns: SignInsService,
    private readonly factors: FactorRemoval,
    private readonly usernames: UsernamesService,
    private readonly emails: EmailsService,
    private readonly links: AccountLinks,
    private readonly activity: AccountActivityService,
    private readonly invites: RegistrationInvites,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Creates an account. With a claim of its address, the address is verified from the start.
   * @throws ProblemError `forbidden` while registration is closed, `username_taken`, `username_reserved`, `email_taken`,
   * `link_expired`, `rate_limited`, `validation_failed` for a password that is easy to guess, and without the code of an
   * invitation while registration needs one
   */
  async register(body: RegisterBody, origin: Origin): Promise<SessionAnswer> {
    await this.limits.consume(REGISTRATION_LIMIT, origin.address);
    const { username, password, claimToken, inviteCode } = body;
    await this.invites.requireAdmission(inviteCode);
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
        this.signIns.begin(origin, async (manager) => {
          await this.usernames.lockForMember(manager, username, proven);
          const afterCommit = await this.emails.takeForRegistration(manager, email, claim);
          await this.invites.use(manager, inviteCode);
          const user = await this.repository.insert(manager, {
            username,
            email,
            emailVerifiedAt: claim ? new Date() : null,
            recoveryEmail: claim ? email : null,
            password: hashed,
            displayName: body.displayName ?? null,
          });
          await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: user.id }]);
          if (!claim) await this.emails.enqueueVerification(manager, user.id, email);
          return { user, kind: 'registered', afterCommit };
        }),
      );
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_username_key') throw usernameTaken();
      if (constraint === 'users_email_key' || constraint === 'users_recovery_email_key') throw emailTaken();
      throw error;
    }
  }

  /**
   * @throws ProblemError `invalid_credentials`, identical for unknown names and wrong passwords;
   * `second_factor_required`, `rate_limited`
   */
  async login(body: LoginBody, origin: Origin): Promise<SessionAnswer> {
    const username = body.username.toLowerCase();
    const user = await this.repository.findByUsername(username);
    const device = this.passwords.findKnownDevice(user, body.deviceToken);
    const counts =
      device === undefined ? countsOfUnknownDevice(username, origin.address) : countsOfDevice(device);
    const isCorrect = await this.passwords.check(user?.password, body.password, counts);
    if (!user || !isCorrect) {
      // Not awaited: the time of the answer must not reveal whether the account exists.
      if (user) void this.recordFailedSignIn(user.id, origin);
      throw invalidCredentials();
    }
    return this.signIns.beginWithPassword(user, {
      deviceId: device ?? null,
      origin,
      refuse: invalidCredentials,
    });
  }

  /**
   * Changes the member's password and ends all their other sessions, including open sockets.
   * @returns a new device token for the calling browser; all earlier tokens become invalid
   * @throws ProblemError `wrong_password`, also after a concurrent change; `rate_limited`, `validation_failed`
   */
  async changePassword(session: SessionContext, body: ChangePasswordBody, origin: Origin): Promise<string> {
    const user = await this.currentPassword.require(session, body.currentPassword);
    await requireUncommonPassword(body.newPassword, user, 'newPassword');
    const password = await this.passwords.hash(body.newPassword);
    await this.changes.runChange(session, async (change) => {
      const replaced = await this.repository.replacePassword(
        change.manager,
        user.id,
        user.password,
        password,
      );
      if (!replaced) throw wrongPassword();
      await this.links.revoke(change.manager, user.id, ['reset-password', 'disown-sign-in']);
      await this.factors.endChallenges(change.manager, user.id);
      change.afterCommit(await this.sessions.endOthers(change.manager, session));
      const entry = { userId: user.id, kind: 'password_changed', origin } as const;
      const sessionId = session.publicId;
      change.afterCommit(await this.activity.record(change.manager, { ...entry, sessionId }));
    });
    return issueDeviceToken({ id: user.id, password });
  }

  private async recordFailedSignIn(userId: string, origin: Origin): Promise<void> {
    try {
      await this.activity.recordFailure({ userId, kind: 'sign_in_failed', origin });
    } catch (error) {
      this.logger.warn({ err: error }, 'Failed sign-in not recorded');
    }
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
}
