import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LIVE_PACE, type SessionView } from '@oniverse/contracts';
import { LivePublisher, notFound } from '@oniverse/platform';
import { Batches, Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import type { Admission, SessionContext } from './session.js';
import { type AdmittedRow, type SessionRow, SessionsRepository } from './sessions.repository.js';
import { sessionView } from './sessions.view.js';

/** 256 random bits; a session id that is anything else was never given out. */
const SESSION_ID_BYTES = 32;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;
const MAX_DEVICE_LENGTH = 200;

const hashOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

/** Sessions: begun at login, looked up on every call, ended at logout. */
@Injectable()
export class SessionsService {
  private readonly sessions: Batches<string, SessionContext | undefined>;
  private readonly admissions: Batches<string, Admission | undefined>;

  constructor(
    private readonly repository: SessionsRepository,
    private readonly live: LivePublisher,
  ) {
    this.sessions = new Batches(async (hashes) => {
      const live = byId(await this.use(hashes));
      return hashes.map((hash) => contextOf(live.get(hash)));
    });
    this.admissions = new Batches(async (hashes) => {
      const live = byId(await this.moveOn(await this.repository.findAdmitted([...new Set(hashes)])));
      return hashes.map((hash) => admissionOf(live.get(hash)));
    }, LIVE_PACE.admissionWaitMs);
  }

  /**
   * Begins a session, in the caller's transaction.
   * @param device what the browser says that it is
   * @returns the session id, which is shown this once; the database holds only its SHA-256
   */
  async begin(manager: EntityManager, userId: string, device: string | undefined): Promise<string> {
    const sessionId = randomBytes(SESSION_ID_BYTES).toString('base64url');
    await this.repository.insert(
      manager,
      hashOf(sessionId),
      userId,
      device?.toWellFormed().replaceAll('\0', '').slice(0, MAX_DEVICE_LENGTH) ?? null,
    );
    return sessionId;
  }

  /** The live session of an id, whose marks are moved on now and then; undefined where there is none. */
  async find(sessionId: string): Promise<SessionContext | undefined> {
    return SESSION_ID.test(sessionId) ? this.sessions.get(hashOf(sessionId)) : undefined;
  }

  /** The same for a socket, with the servers that its member is in, in one question. */
  async admit(sessionId: string): Promise<Admission | undefined> {
    return SESSION_ID.test(sessionId) ? this.admissions.get(hashOf(sessionId)) : undefined;
  }

  /** Ends a session at once, its sockets too. */
  async logout(session: SessionContext): Promise<void> {
    await this.repository.delete(session.hash);
    this.live.endSession(session.publicId, 'logout');
  }

  /** The live sessions of the asker, newest first. */
  async list(session: SessionContext, page: PageQueryDto): Promise<Page<SessionView>> {
    const rows = await this.repository.pageOf(session.userId, page);
    return Page.of(rows, page.limit, (row) => sessionView(row, session.publicId));
  }

  /**
   * Ends a session of the asker at once, its sockets too; of the one that asks, it is a logout.
   * @throws ProblemError `not_found` where the asker has no such session
   */
  async end(session: SessionContext, publicId: string): Promise<void> {
    if (!(await this.repository.deleteOwn(session.userId, publicId))) throw notFound();
    this.live.endSession(publicId, publicId === session.publicId ? 'logout' : 'ended');
  }

  /**
   * Ends all sessions of a member but one, in the caller's transaction.
   * @returns what closes their sockets, to be run once that is committed
   */
  async endOthers(manager: EntityManager, kept: SessionContext): Promise<() => Promise<void>> {
    return this.endAllBut(manager, kept.userId, kept.hash);
  }

  /**
   * Ends all sessions of a member, in the caller's transaction.
   * @returns what closes their sockets, to be run once that is committed
   */
  async endAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    return this.endAllBut(manager, userId, null);
  }

  /** Which of these sessions, by their hashes, still live; an open socket is a use, so their marks are moved on too. */
  async liveAmong(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.use(hashes)).map(({ id }) => id));
  }

  private async endAllBut(
    manager: EntityManager,
    userId: string,
    keptHash: string | null,
  ): Promise<() => Promise<void>> {
    const ended = await this.repository.deleteOthers(manager, userId, keptHash);
    return async () => {
      for (const publicId of ended) this.live.endSession(publicId, 'ended');
    };
  }

  private async use(hashes: readonly string[]): Promise<SessionRow[]> {
    return this.moveOn(await this.repository.findLive([...new Set(hashes)]));
  }

  private async moveOn<R extends SessionRow>(rows: R[]): Promise<R[]> {
    const due = rows.filter((row) => row.is_due).map(({ id }) => id);
    if (due.length > 0) await this.repository.moveOn(due);
    return rows;
  }
}

function byId<R extends SessionRow>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}

function contextOf(row: SessionRow | undefined): SessionContext | undefined {
  return row && { hash: row.id, publicId: row.public_id, userId: row.user_id };
}

function admissionOf(row: AdmittedRow | undefined): Admission | undefined {
  const session = contextOf(row);
  return row && session && { session, serverIds: row.server_ids };
}
