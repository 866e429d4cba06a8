import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SESSION } from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import type { SessionContext } from './session.js';
import { SessionsRepository } from './sessions.repository.js';

/** 256 random bits; a session id that is anything else was never given out. */
const SESSION_ID_BYTES = 32;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;
const MAX_DEVICE_LENGTH = 200;

const hashOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

/** Sessions: begun at login, looked up on every call, ended at logout. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly live: LivePublisher,
  ) {}

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

  /** The live session of an id, whose end is moved on at most once a day; undefined where there is none. */
  async find(sessionId: string): Promise<SessionContext | undefined> {
    if (!SESSION_ID.test(sessionId)) return undefined;
    const hash = hashOf(sessionId);
    const row = await this.repository.findLive(hash);
    if (!row) return undefined;
    if (row.expires_at.getTime() - Date.now() < SESSION.lifetimeMs - SESSION.renewEveryMs) {
      await this.repository.renew(hash);
    }
    return { hash, publicId: row.public_id, userId: row.user_id };
  }

  /** Ends a session at once, its sockets too. */
  async logout(session: SessionContext): Promise<void> {
    await this.repository.delete(session.hash);
    this.live.endSession(session.publicId, 'logout');
  }
}
