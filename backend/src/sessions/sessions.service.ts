import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ROOMS, type SessionEndReason, type SessionView } from '@oniverse/contracts';
import { LivePublisher, notFound } from '@oniverse/platform';
import { BatchLoader, Page, type PageQueryDto, LIVE_PACE } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { deviceOf } from '../account-activity/origin.js';
import type { Admission, NewSession, SessionContext } from './session.js';
import { type AdmissionRow, type SessionRow, SessionsRepository } from './sessions.repository.js';
import { sessionView } from './sessions.view.js';

const SESSION_ID_BYTES = 32;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

@Injectable()
export class SessionsService {
  private readonly sessions: BatchLoader<string, SessionContext | undefined>;
  private readonly admissions: BatchLoader<string, Admission | undefined>;

  constructor(
    private readonly repository: SessionsRepository,
    private readonly live: LivePublisher,
  ) {
    this.sessions = new BatchLoader(async (hashes) => {
      const live = byId(await this.findLiveAndTouch(hashes));
      return hashes.map((hash) => contextOf(live.get(hash)));
    });
    this.admissions = new BatchLoader(async (hashes) => {
      const live = byId(await this.touchDue(await this.repository.findLiveWithServers([...new Set(hashes)])));
      return hashes.map((hash) => admissionOf(live.get(hash)));
    }, LIVE_PACE.admissionWaitMs);
  }

  /** Evicts the member's longest idle sessions over the limit. `manager` must have locked the user's row. */
  async create(manager: EntityManager, userId: string, device: string | undefined): Promise<NewSession> {
    const sessionId = randomBytes(SESSION_ID_BYTES).toString('base64url');
    const hash = hashOf(sessionId);
    await this.repository.insert(manager, hash, userId, deviceOf(device));
    const ended = await this.repository.deleteExcess(manager, userId, hash);
    return { sessionId, afterCommit: () => this.closeAllSockets(ended) };
  }

  /** Returns the live session, or `undefined`. Updates its last use and expiry when due. */
  async find(sessionId: string): Promise<SessionContext | undefined> {
    return SESSION_ID.test(sessionId) ? this.sessions.get(hashOf(sessionId)) : undefined;
  }

  /** Like `find`, with the servers of the member, in one query. */
  async findAdmission(sessionId: string): Promise<Admission | undefined> {
    return SESSION_ID.test(sessionId) ? this.admissions.get(hashOf(sessionId)) : undefined;
  }

  async logout(session: SessionContext): Promise<void> {
    await this.repository.delete(session.hash);
    this.closeSockets(session.publicId, 'logout');
  }

  async list(session: SessionContext, page: PageQueryDto): Promise<Page<SessionView>> {
    const rows = await this.repository.listPage(session.userId, page);
    return Page.of(rows, page.limit, (row) => sessionView(row, session.publicId));
  }

  /** Ends one of the caller's sessions; ending the current one is a logout. @throws ProblemError `not_found` */
  async endSession(session: SessionContext, publicId: string): Promise<void> {
    if (!(await this.repository.deleteOwn(session.userId, publicId))) throw notFound();
    this.closeSockets(publicId, publicId === session.publicId ? 'logout' : 'ended');
  }

  /** Ends the member's other sessions. @returns a function that closes their sockets; call it after the commit */
  async endOthers(manager: EntityManager, kept: SessionContext): Promise<() => Promise<void>> {
    return this.endAllBut(manager, kept.userId, kept.hash);
  }

  /** Ends all of the member's sessions. @returns a function that closes their sockets; call it after the commit */
  async endAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    return this.endAllBut(manager, userId, null);
  }

  /** Returns the hashes of the sessions that are still live. Counts as a use of them: their sockets are open. */
  async findLiveHashes(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.findLiveAndTouch(hashes)).map(({ id }) => id));
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
    if (due.length > 0) await this.repository.touch(due);
    return rows;
  }
}

function byId<R extends SessionRow>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}

function contextOf(row: SessionRow | undefined): SessionContext | undefined {
  return row && { hash: row.id, publicId: row.public_id, userId: row.user_id };
}

function admissionOf(row: AdmissionRow | undefined): Admission | undefined {
  const session = contextOf(row);
  return row && session && { session, serverIds: row.server_ids };
}
