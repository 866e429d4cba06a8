import { createHash } from 'node:crypto';
import type { LinkPurpose } from '@oniverse/contracts';
import { AccountActivity, createAccountLink, OutboxRow, User } from '@oniverse/data';
import type { Config } from '@oniverse/platform';
import { GOOD_PASSWORD, registration, type TestStack } from '@oniverse/testing';
import { type BackendUnderTest, bearer } from './backend-under-test.js';

/** A site that can send mail. */
export const MAIL_SITE = {
  mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'oni@example.org' },
  publicOrigins: ['https://oniverse.example'],
} as const satisfies Partial<Config>;

/** A site that also encrypts secrets of authenticator apps. */
export const SECURE_SITE = {
  ...MAIL_SITE,
  accountKeys: [Buffer.alloc(32, 7)],
} as const satisfies Partial<Config>;

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export interface Account {
  id: string;
  username: string;
  email: string;
  sessionId: string;
  deviceToken: string;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Calls the account API, and reads the rows of accounts. */
export class Accounts {
  constructor(
    private readonly stack: TestStack,
    private readonly backend: () => Pick<BackendUnderTest, 'api'>,
  ) {}

  /** Registers a member. */
  async join(overrides: Record<string, unknown> = {}): Promise<Account> {
    const form = registration(overrides);
    const { body } = await this.call('post', '/register', form).expect(201);
    const { user, sessionId, deviceToken } = body;
    return { id: user.id, username: user.username, email: user.email, sessionId, deviceToken };
  }

  /** Registers a member with a verified address. */
  async joinVerified(overrides: Record<string, unknown> = {}): Promise<Account> {
    const account = await this.join(overrides);
    await this.update(account.id, { emailVerifiedAt: new Date(), recoveryEmail: account.email });
    return account;
  }

  /** Calls as a visitor. @param path without the prefix `/api/auth` */
  call(method: Method, path: string, body?: object) {
    const request = this.backend().api[method](`/api/auth${path}`);
    return body === undefined ? request : request.send(body);
  }

  /** Calls as a member. @param path without the prefix `/api/auth` */
  callAs({ sessionId }: { sessionId: string }, method: Method, path: string, body?: object) {
    const request = this.backend()
      .api[method](`/api/auth${path}`)
      .set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  }

  login(username: string, password: string = GOOD_PASSWORD, rest: object = {}) {
    return this.call('post', '/login', { username, password, ...rest });
  }

  /** Logs in and returns the new session. */
  async newSession({ username }: { username: string }): Promise<{ sessionId: string }> {
    const { body } = await this.login(username).expect(200);
    return { sessionId: body.sessionId };
  }

  async isSignedIn(session: { sessionId: string }): Promise<boolean> {
    return (await this.callAs(session, 'get', '/me')).status === 200;
  }

  /** Creates a link as the worker does. @returns its token */
  async link(purpose: LinkPurpose, userId: string | null, email: string | null, subjectId?: string) {
    const link = { purpose, userId, email, ...(subjectId !== undefined && { subjectId }) };
    return createAccountLink(this.stack.dataSource.manager, link);
  }

  async user(id: string): Promise<User> {
    return this.stack.dataSource.getRepository(User).findOneByOrFail({ id });
  }

  async update(id: string, changes: Partial<User>): Promise<void> {
    await this.stack.dataSource.getRepository(User).update({ id }, changes);
  }

  /** Returns the subjects of the enqueued mails, of all accounts or one. */
  async mails(userId = ''): Promise<string[]> {
    const rows = await this.stack.dataSource
      .getRepository(OutboxRow)
      .find({ where: { topic: 'send-mail' }, order: { id: 'ASC' } });
    return rows.map(({ subject }) => subject).filter((subject) => subject.includes(userId));
  }

  /** Returns the entries of the activity, oldest first. */
  async activity(userId: string): Promise<AccountActivity[]> {
    return this.stack.dataSource
      .getRepository(AccountActivity)
      .find({ where: { userId }, order: { id: 'ASC' } });
  }

  async kinds(userId: string): Promise<string[]> {
    return (await this.activity(userId)).map(({ kind }) => kind);
  }

  /** Makes the latest proof of identity in a session older than ten minutes. */
  async age({ sessionId }: { sessionId: string }): Promise<void> {
    await this.stack.dataSource.query(
      `UPDATE sessions SET authenticated_at = now() - interval '10 minutes 1 second' WHERE id = $1`,
      [createHash('sha256').update(sessionId).digest('hex')],
    );
  }

  /** Expires all links of a purpose. */
  async expireLinks(purpose: LinkPurpose): Promise<void> {
    await this.stack.dataSource.query(
      `UPDATE account_tokens SET expires_at = now() - interval '1 second' WHERE purpose = $1`,
      [purpose],
    );
  }
}

/** Returns the statuses of concurrent calls, in ascending order. */
export const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
