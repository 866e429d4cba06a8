import { Injectable } from '@nestjs/common';
import type { ObjectAddress } from '@oniverse/contracts';
import { type RateLimit, RateLimits } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import type { SessionContext } from '../access/session.js';
import { hashOfToken, newToken } from './object-address.js';
import { ObjectReader } from './object-reader.js';

const PASS_LIMIT: RateLimit = { name: 'object-passes', points: 600, seconds: 60 * 60 };
const LIFETIME_S = 60 * 60;

/** Addresses by which players and downloads read objects as a member, because they send no session. */
@Injectable()
export class ObjectPasses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: ObjectReader,
    private readonly limits: RateLimits,
  ) {}

  /** Returns an address of an object that the member may read now. @throws ProblemError `not_found`, `rate_limited` */
  async create(session: SessionContext, path: string): Promise<ObjectAddress> {
    await this.limits.consume(PASS_LIMIT, session.userId);
    await this.reader.requireReadable(session.userId, path);
    return this.insert(this.dataSource.manager, session, path);
  }

  /** Returns an address at a path whose handler asks `findReader`, and whether its member may still read there. */
  async insert(manager: EntityManager, { hash }: SessionContext, path: string): Promise<ObjectAddress> {
    const token = newToken();
    const rows: { expires_at: Date }[] = await manager.query(
      `INSERT INTO object_passes (hash, session_id, path, expires_at)
       VALUES ($1, $2, $3, now() + $4 * interval '1 second') RETURNING expires_at`,
      [hashOfToken(token), hash, path, LIFETIME_S],
    );
    const [row] = rows;
    if (!row) throw new Error('An insert returned no row.');
    return { url: `${path}?pass=${token}`, expiresAt: row.expires_at.toISOString() };
  }

  /** Returns the member of a pass; undefined if it is for another object or expired, or if its session ended. */
  async findReader(token: string, path: string): Promise<string | undefined> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT session.user_id FROM object_passes pass JOIN sessions session ON session.id = pass.session_id
        WHERE pass.hash = $1 AND pass.path = $2 AND pass.expires_at > now() AND session.expires_at > now()`,
      [hashOfToken(token), path],
    );
    return rows[0]?.user_id;
  }
}
