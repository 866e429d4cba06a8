import { Injectable } from '@nestjs/common';
import { ACCOUNT_MESSAGES, type FormerUsername, RESERVED_USERNAMES } from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { countsOfUnknownDevice } from '../passwords/failure-counts.js';
import { PasswordsService } from '../passwords/passwords.service.js';

/** A username reserved for an email address on the waitlist. */
export interface Claim {
  email: string;
  /** Hash of the access key, if the visitor chose one. */
  accessKey: string | null;
}

/**
 * The state of a username. `reserved` names are never available; `claimed` ones belong to a waitlist entry; `held` ones
 * to the member who gave them up, null after their erasure.
 */
export type UsernameHolder =
  | { kind: 'free' }
  | { kind: 'reserved' }
  | { kind: 'member' }
  | { kind: 'held'; userId: string | null }
  | ({ kind: 'claimed' } & Claim);

export interface Claimant {
  /** Null for an account that has no address. */
  email: string | null;
  /** The access key as entered, not hashed. */
  accessKey: string | undefined;
  address: string;
}

export const usernameTaken = (): ProblemError =>
  new ProblemError('username_taken', ACCOUNT_MESSAGES.usernameTaken);
export const usernameReserved = (): ProblemError =>
  new ProblemError('username_reserved', ACCOUNT_MESSAGES.usernameReserved);

/** Determines who holds a username, across members and the waitlist. */
@Injectable()
export class UsernamesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: PasswordsService,
  ) {}

  /** Locks a username until the transaction ends. Serializes concurrent registrations and claims. */
  async lock(manager: EntityManager, username: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`username:${username}`]);
  }

  async findHolder(manager: EntityManager, username: string): Promise<UsernameHolder> {
    if (RESERVED_USERNAMES.has(username)) return { kind: 'reserved' };
    // A member who registered with their own claim has both rows, and holds the name first of all.
    const rows: UsernameHolder[] = await manager.query(
      `SELECT holder.* FROM (
         SELECT 1 AS place, 'member' AS kind, NULL::uuid AS "userId", NULL AS email, NULL AS "accessKey"
           FROM users WHERE username = $1
          UNION ALL
         SELECT 2, 'held', user_id, NULL, NULL FROM former_usernames WHERE username = $1 AND held_until > now()
          UNION ALL
         SELECT 3, 'claimed', NULL, email, access_key FROM waitlist_entries WHERE oni_id = $1) holder
        ORDER BY place LIMIT 1`,
      [username],
    );
    return rows[0] ?? { kind: 'free' };
  }

  /** Returns the former Oni IDs that a member holds, newest first. */
  async listHeld(userId: string): Promise<FormerUsername[]> {
    const rows: { username: string; held_until: Date }[] = await this.dataSource.query(
      `SELECT username, held_until FROM former_usernames
        WHERE user_id = $1 AND held_until > now() ORDER BY released_at DESC, username`,
      [userId],
    );
    return rows.map(({ username, held_until: until }) => ({ username, heldUntil: until.toISOString() }));
  }

  /** Lets a former Oni ID of a member go, so that it is free. @throws ProblemError `not_found` */
  async release(userId: string, username: string): Promise<void> {
    const [, released]: [unknown, number] = await this.dataSource.query(
      'UPDATE former_usernames SET held_until = NULL WHERE username = $2 AND user_id = $1 AND held_until > now()',
      [userId, username],
    );
    if (released === 0) throw notFound();
  }

  /**
   * Checks the access key of the claim on a username. Every rejected key costs the same hash work, so that timing
   * reveals neither the owner of the claim nor whether it has a key.
   * @param options.keyless whether the email address suffices for a claim without an access key
   * @returns the proven claim, for `lockForMember`; `undefined` if the username is not claimed
   * @throws ProblemError `username_reserved`, `rate_limited`
   */
  async proveClaim(
    username: string,
    { email, accessKey, address }: Claimant,
    { keyless }: { keyless: boolean },
  ): Promise<Claim | undefined> {
    const holder = await this.findHolder(this.dataSource.manager, username);
    if (holder.kind !== 'claimed') return undefined;
    const own = holder.email === email ? holder : undefined;
    if (own?.accessKey === null && keyless) return own;
    if (accessKey === undefined) throw usernameReserved();
    const counts = countsOfUnknownDevice(username, address);
    const isCorrect = await this.passwords.check(own?.accessKey ?? undefined, accessKey, counts);
    if (!own || !isCorrect) throw usernameReserved();
    return own;
  }

  /**
   * Locks a username for a member, in the caller's transaction, and marks its claim as proven.
   * @param proven the result of `proveClaim`; a claim made after that is rejected
   * @param userId the member who gets another name, and may take back a former one
   * @throws ProblemError `username_taken`, `username_reserved`
   */
  async lockForMember(
    manager: EntityManager,
    username: string,
    proven: Claim | undefined,
    userId?: string,
  ): Promise<void> {
    await this.lock(manager, username);
    const holder = await this.findHolder(manager, username);
    if (holder.kind === 'free') return;
    if (holder.kind === 'member') throw usernameTaken();
    if (holder.kind === 'held' && holder.userId === userId) return;
    if (holder.kind !== 'claimed') throw usernameReserved();
    if (holder.email !== proven?.email || holder.accessKey !== proven.accessKey) throw usernameReserved();
    if (holder.accessKey !== null) {
      await manager.query('UPDATE waitlist_entries SET proven_at = now() WHERE oni_id = $1', [username]);
    }
  }
}
