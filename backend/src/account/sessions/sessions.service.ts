import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ROOMS, type SessionEndReason, sessionSchema, type SessionView, viewOf } from '@oniverse/contracts';
import { LivePublisher, notFound } from '@oniverse/platform';
import { BatchLoader, networkOf, Page, type PageQueryDto, LIVE_PACE } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import {
  type Admission,
  deviceOf,
  type NewSession,
  type Origin,
  type SessionContext,
  unauthorized,
} from '../../shared/index.js';
import { type AdmissionRow, type SessionRow, SessionsRepository } from './sessions.repository.js';

const SESSION_ID_BYTES = 32;
const SESSION_ID = /^(?:s\.)?[A-Za-z0-9_-]{43}$/;
/** Begins the credential of a suspended member, so that the previous release does not accept it. */
const RESTRICTED_PREFIX = 's.';

const newSessionId = (): string => randomBytes(SESSION_ID_BYTES).toString('base64url');
const hashOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

@Injectable()
export class SessionsService {
  /** The networks of the calls that are being admitted, by the hash of their session. */
  private readonly addresses = new Map<string, string>();
  private readonly sessions: BatchLoader<string, SessionContext | undefined>;
  private readonly admissions: BatchLoader<string, Admission | undefined>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionsRepository,
    private readonly live: LivePublisher,
    private readonly activity: AccountActivityService,
  ) {
    this.sessions = new BatchLoader(async (hashes) => {
      const live = byId(await this.findLiveAndTouch(hashes));
      return hashes.map((hash) => contextOf(live.get(hash)));
    });
    this.admissions = new BatchLoader(async (hashes) => {
      const live = byId(await this.touchDue(await this.repository.findLiveWithRooms([...new Set(hashes)])));
      return hashes.map((hash) => admissionOf(live.get(hash)));
    }, LIVE_PACE.admissionWaitMs);
  }

  /**
   * Evicts the member's longest idle sessions over the limit. `manager` must have locked the user's row, so that a concurrent
   * suspension is seen, or ends the session.
   */
  async create(manager: EntityManager, userId: string, { address, device }: Origin): Promise<NewSession> {
    const isRestricted = await this.repository.isSuspended(manager, userId);
    const sessionId = (isRestricted ? RESTRICTED_PREFIX : '') + newSessionId();
    const hash = hashOf(sessionId);
    const { publicId, expiresAt } = await this.repository.insert(manager, {
      hash,
      userId,
      device: deviceOf(device),
      address: networkOf(address),
      isRestricted,
    });
    const ended = await this.repository.deleteExcess(manager, userId, hash);
    return { sessionId, publicId, expiresAt, isRestricted, afterCommit: () => this.closeAllSockets(ended) };
  }

  /** Returns the live session, or `undefined`. Updates its last use, address and expiry when due. */
  async find(sessionId: string, address: string): Promise<SessionContext | undefined> {
    return this.load(this.sessions, sessionId, address);
  }

  /** Like `find`, with the servers of the member, in one query. */
  async findAdmission(sessionId: string, address: string): Promise<Admission | undefined> {
    return this.load(this.admissions, sessionId, address);
  }

  async logout(session: SessionContext): Promise<void> {
    await this.repository.delete(session);
    this.closeSockets(session.publicId, 'logout');
  }

  async list(session: SessionContext, page: PageQueryDto): Promise<Page<SessionView>> {
    const rows = await this.repository.listPage(session.userId, page);
    return Page.of(rows, page.limit, (row) =>
      viewOf(sessionSchema, { ...row, current: row.id === session.publicId }),
    );
  }

  /** Ends one of the caller's sessions; ending the current one is a logout. @throws ProblemError `not_found` */
  async endSession(session: SessionContext, publicId: string, origin: Origin): Promise<void> {
    const { userId, publicId: sessionId } = session;
    const isOwn = publicId === sessionId;
    const publishActivity = await this.dataSource.transaction(async (manager) => {
      if (!(await this.repository.deleteOwn(manager, userId, publicId))) throw notFound();
      if (isOwn) return undefined;
      return this.activity.record(manager, { userId, kind: 'session_ended', origin, sessionId });
    });
    this.closeSockets(publicId, isOwn ? 'logout' : 'ended');
    await publishActivity?.();
  }

  /** Ends all other sessions of the caller. */
  async endOtherSessions(session: SessionContext, origin: Origin): Promise<void> {
    const { userId, publicId: sessionId } = session;
    const tasks = await this.dataSource.transaction(async (manager) => [
      await this.endOthers(manager, session),
      await this.activity.record(manager, { userId, kind: 'sessions_ended', origin, sessionId }),
    ]);
    for (const task of tasks) await task();
  }

  /**
   * Opens sensitive changes in a session, and replaces its credential, so that an earlier copy of it is useless. Its
   * sockets stay open.
   * @returns the new credential
   * @throws ProblemError `unauthorized` if the session has ended
   */
  async confirm(manager: EntityManager, { hash }: SessionContext): Promise<string> {
    const sessionId = newSessionId();
    if (!(await this.repository.confirm(manager, hash, hashOf(sessionId)))) throw unauthorized();
    return sessionId;
  }

  /** Closes sensitive changes in a session. */
  async unconfirm(manager: EntityManager, { hash }: SessionContext): Promise<void> {
    await this.repository.unconfirm(manager, hash);
  }

  /** Ends the member's other sessions. @returns a function that closes their sockets; call it after the commit */
  async endOthers(manager: EntityManager, kept: SessionContext): Promise<() => Promise<void>> {
    return this.endAllBut(manager, kept.userId, kept.hash);
  }

  /** Ends all of the member's sessions. @returns a function that closes their sockets; call it after the commit */
  async endAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    return this.endAllBut(manager, userId, null);
  }

  /** Returns the public ids of the sessions that are still live. Counts as a use of them: their sockets are open. */
  async findLiveIds(publicIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.repository.findLiveByPublicId([...new Set(publicIds)]);
    return new Set((await this.touchDue(rows)).map(({ public_id: id }) => id));
  }

  private async load<T>(
    loader: BatchLoader<string, T | undefined>,
    sessionId: string,
    address: string,
  ): Promise<T | undefined> {
    if (!SESSION_ID.test(sessionId)) return undefined;
    const hash = hashOf(sessionId);
    this.addresses.set(hash, networkOf(address));
    try {
      return await loader.get(hash);
    } finally {
      this.addresses.delete(hash);
    }
  }

  private async endAllBut(
    manager: EntityManager,
    userId: string,
    keptHash: string | null,
  ): Promise<() => Promise<void>> {
    const ended = await this.repository.deleteOthers(manager, userId, keptHash);
    return () => this.closeAllSockets(ended);
  }

  private async closeAllSockets(ended: readonly string[]): Promise<void> {
    for (const publicId of ended) this.closeSockets(publicId, 'ended');
  }

  private closeSockets(publicId: string, reason: SessionEndReason): void {
    this.live.publishLast('session:ended', ROOMS.session(publicId), { reason });
  }

  private async findLiveAndTouch(hashes: readonly string[]): Promise<SessionRow[]> {
    return this.touchDue(await this.repository.findLive([...new Set(hashes)]));
  }

  private async touchDue<R extends SessionRow>(rows: R[]): Promise<R[]> {
    const due = rows.filter((row) => row.is_due).map(({ id }) => id);
    if (due.length > 0) {
      await this.repository.touch(due.map((hash) => ({ hash, address: this.addresses.get(hash) })));
    }
    return rows;
  }
}

function byId<R extends SessionRow>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}

function contextOf(row: SessionRow | undefined): SessionContext | undefined {
  return (
    row && {
      hash: row.id,
      publicId: row.public_id,
      userId: row.user_id,
      authenticatedAt: row.authenticated_at,
      isRestricted: row.is_restricted,
    }
  );
}

function admissionOf(row: AdmissionRow | undefined): Admission | undefined {
  const session = contextOf(row);
  return row && session && { session, rooms: row.rooms };
}
