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
import { MemberChanges } from '../changes/member-changes.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import { countsOfDevice, countsOfSession, countsOfUnknownDevice } from '../passwords/failure-counts.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { unauthorized } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsernamesService } from '../usernames/usernames.service.js';
import { AccountsRepository } from './accounts.repository.js';

/** The client that logs in or registers. */
export interface Origin {
  address: string;
  device: string | undefined;
}

const usernameTaken = (): ProblemError => new ProblemError('username_taken', MESSAGES.usernameTaken);
const invalidCredentials = (): ProblemError =>
  new ProblemError('invalid_credentials', MESSAGES.invalidCredentials);
const wrongPassword = (): ProblemError => new ProblemError('wrong_password', MESSAGES.wrongPassword);
const emailTaken = (): ProblemError => new ProblemError('email_taken', MESSAGES.emailTaken);

const REGISTRATION_LIMIT: RateLimit = { name: 'register', points: 10, seconds: 60 * 60 };

/** Successful logins of an account. */
export const LOGIN_LIMIT: RateLimit = { name: 'logins', points: 100, seconds: 60 * 60 };

@Injectable()
export class AccountsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly usernames: UsernamesService,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
  ) {}

  /** @throws ProblemError `username_taken`, `username_reserved`, `email_taken`, `rate_limited` */
  async register(body: RegisterBody, origin: Origin): Promise<SessionAnswer> {
    await this.limits.consume(REGISTRATION_LIMIT, origin.address);
    const { username, password } = body;
    const email = body.email.toLowerCase();
    const claimant = { email, accessKey: password, address: origin.address };
    const proven = await this.usernames.proveClaim(username, claimant, { keyless: true });
    const hashed = await this.passwords.hash(password);
    try {
      return await this.beginSession(origin, async (manager) => {
        await this.usernames.lockForMember(manager, username, proven);
        if (await this.repository.isEmailTaken(manager, email)) throw emailTaken();
        const user = await this.repository.insert(manager, {
          username,
          email,
          password: hashed,
          displayName: body.displayName ?? null,
        });
        await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: user.id }]);
        return user;
      });
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_username_key') throw usernameTaken();
      if (constraint === 'users_email_key') throw emailTaken();
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
      return locked;
    });
  }

  /**
   * Changes the member's password and ends all their other sessions, including open sockets.
   * @returns a new device token for the calling browser; all earlier tokens become invalid
   * @throws ProblemError `wrong_password`, also after a concurrent change; `rate_limited`
   */
  async changePassword(session: SessionContext, body: ChangePasswordBody): Promise<string> {
    const user = await this.requirePassword(session, body.currentPassword);
    const password = await this.passwords.hash(body.newPassword);
    await this.changes.runChange(user.id, async (change) => {
      const replaced = await this.repository.replacePassword(
        change.manager,
        user.id,
        user.password,
        password,
      );
      if (!replaced) throw wrongPassword();
      change.afterCommit(await this.sessions.endOthers(change.manager, session));
    });
    return issueDeviceToken({ id: user.id, password });
  }

  /**
   * Failures count per session, so that guesses made elsewhere cannot block a signed-in member.
   * @throws ProblemError `wrong_password`, `rate_limited`, `unauthorized` if the account no longer exists
   */
  async requirePassword({ userId, publicId }: SessionContext, password: string): Promise<User> {
    const user = await this.repository.findById(userId);
    if (!user) throw unauthorized();
    if (!(await this.passwords.check(user.password, password, countsOfSession(publicId)))) {
      throw wrongPassword();
    }
    return user;
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

  private async beginSession(
    origin: Origin,
    resolveUser: (manager: EntityManager) => Promise<User>,
  ): Promise<SessionAnswer> {
    const { user, session } = await this.repository.transaction(async (manager) => {
      const resolved = await resolveUser(manager);
      return { user: resolved, session: await this.sessions.create(manager, resolved.id, origin.device) };
    });
    await session.afterCommit();
    return {
      sessionId: session.sessionId,
      deviceToken: issueDeviceToken(user),
      user: viewOf(currentUserSchema, user),
    };
  }
}
