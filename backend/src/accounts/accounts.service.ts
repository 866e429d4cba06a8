import { Injectable } from '@nestjs/common';
import {
  type ChangePasswordBody,
  type CurrentUser,
  type LoginBody,
  MESSAGES,
  type RegisterBody,
  type SessionAnswer,
} from '@oniverse/contracts';
import { currentUserView, leaveInOutbox, OUTBOX_TOPICS, type User } from '@oniverse/data';
import { brokenConstraint, ProblemError, RateLimits } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { MemberChanges } from '../changes/member-changes.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { unauthorized } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { type UsernameHolder, UsernamesService } from '../usernames/usernames.service.js';
import { AccountsRepository } from './accounts.repository.js';

/** Where a login or registration comes from. */
export interface Origin {
  address: string;
  device: string | undefined;
}

const usernameTaken = (): ProblemError => new ProblemError('username_taken', MESSAGES.usernameTaken);
const usernameReserved = (): ProblemError => new ProblemError('username_reserved', MESSAGES.usernameReserved);
const invalidCredentials = (): ProblemError =>
  new ProblemError('invalid_credentials', MESSAGES.invalidCredentials);
const wrongPassword = (): ProblemError => new ProblemError('wrong_password', MESSAGES.wrongPassword);
const emailTaken = (): ProblemError => new ProblemError('email_taken', MESSAGES.emailTaken);

/** Members' accounts: becoming a member, coming back, and who one is. */
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

  /**
   * @throws ProblemError `username_taken`, `username_reserved`, `email_taken`, `rate_limited`
   */
  async register(body: RegisterBody, origin: Origin): Promise<SessionAnswer> {
    await this.limits.consume('register', origin.address);
    const { username, password } = body;
    const email = body.email.toLowerCase();
    const seen = await this.repository.transaction((manager) => this.usernames.holderOf(manager, username));
    await this.refuseUnlessFree(seen, { email, password, username, address: origin.address });
    const hashed = await this.passwords.hash(password);
    try {
      return await this.repository.transaction(async (manager) => {
        await this.usernames.lock(manager, username);
        const holder = await this.usernames.holderOf(manager, username);
        if (holder.kind === 'member') throw usernameTaken();
        // Somebody claimed the name between the two looks.
        if (holder.kind === 'claimed' && seen.kind !== 'claimed') throw usernameReserved();
        if (await this.repository.isEmailTaken(manager, email)) throw emailTaken();
        const user = await this.repository.insert(manager, {
          username,
          email,
          password: hashed,
          displayName: body.displayName ?? null,
        });
        await leaveInOutbox(manager, [{ topic: OUTBOX_TOPICS.memberTags, subject: user.id }]);
        return this.begin(manager, user, origin);
      });
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (constraint === 'users_username_key') throw usernameTaken();
      if (constraint === 'users_email_key') throw emailTaken();
      throw error;
    }
  }

  /**
   * @throws ProblemError `invalid_credentials`, the same for an unknown name and a wrong password;
   * `rate_limited`
   */
  async login(body: LoginBody, origin: Origin): Promise<SessionAnswer> {
    const username = body.username.toLowerCase();
    const user = await this.repository.findByUsername(username);
    const right = await this.passwords.check(user?.password, body.password, username, origin.address);
    if (!user || !right) throw invalidCredentials();
    return this.repository.transaction(async (manager) => {
      // A password that was changed since it was checked begins no session: its change ends those that it knows of.
      const held = await this.repository.holdWithPassword(manager, user.id, user.password);
      if (!held) throw invalidCredentials();
      return this.begin(manager, held, origin);
    });
  }

  /**
   * Changes the password of the session's member and ends all their other sessions, sockets included.
   * @throws ProblemError `wrong_password`, also where the password was changed meanwhile; `rate_limited`
   */
  async changePassword(session: SessionContext, body: ChangePasswordBody, address: string): Promise<void> {
    const user = await this.requirePassword(session.userId, body.currentPassword, address);
    const password = await this.passwords.hash(body.newPassword);
    await this.changes.run(user.id, async (change) => {
      const replaced = await this.repository.replacePassword(
        change.manager,
        user.id,
        user.password,
        password,
      );
      if (!replaced) throw wrongPassword();
      change.afterCommit(await this.sessions.endOthers(change.manager, session));
    });
  }

  /**
   * The member, whose password this is; the checks of all calls count together.
   * @throws ProblemError `wrong_password`, `rate_limited`, `unauthorized` where the member is gone
   */
  async requirePassword(userId: string, password: string, address: string): Promise<User> {
    const user = await this.repository.findById(userId);
    if (!user) throw unauthorized();
    if (!(await this.passwords.check(user.password, password, user.username, address))) throw wrongPassword();
    return user;
  }

  /**
   * Takes the member away, with all that refers to the member and is left.
   * @param user as the password was checked
   * @throws ProblemError `wrong_password` where it was changed meanwhile
   */
  async remove(manager: EntityManager, user: User): Promise<void> {
    if (!(await this.repository.remove(manager, user.id, user.password))) throw wrongPassword();
  }

  /** The member that a session belongs to; undefined where the account is gone. */
  async current(userId: string): Promise<CurrentUser | undefined> {
    const user = await this.repository.findById(userId);
    return user ? currentUserView(user) : undefined;
  }

  private async begin(manager: EntityManager, user: User, origin: Origin): Promise<SessionAnswer> {
    const sessionId = await this.sessions.begin(manager, user.id, origin.device);
    return { sessionId, user: currentUserView(user) };
  }

  /** A name that a waitlist entry holds goes to its address alone, with its access key where it has one. */
  private async refuseUnlessFree(
    holder: UsernameHolder,
    attempt: { email: string; password: string; username: string; address: string },
  ): Promise<void> {
    if (holder.kind === 'free') return;
    if (holder.kind === 'member') throw usernameTaken();
    if (holder.kind === 'reserved' || holder.email !== attempt.email) throw usernameReserved();
    if (holder.accessKey === null) return;
    const { password, username, address } = attempt;
    if (!(await this.passwords.check(holder.accessKey, password, username, address)))
      throw usernameReserved();
  }
}
