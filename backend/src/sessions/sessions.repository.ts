import { Injectable } from '@nestjs/common';
import { SESSION } from '@oniverse/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** A session's row, as a request needs it. */
export interface SessionRow {
  public_id: string;
  user_id: string;
  expires_at: Date;
}

/** Every query on sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, hash: string, userId: string, device: string | null): Promise<void> {
    await manager.query(
      `INSERT INTO sessions (id, user_id, device, expires_at)
       VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond')`,
      [hash, userId, device, SESSION.lifetimeMs],
    );
  }

  async findLive(hash: string): Promise<SessionRow | undefined> {
    const rows: SessionRow[] = await this.dataSource.query(
      'SELECT public_id, user_id, expires_at FROM sessions WHERE id = $1 AND expires_at > now()',
      [hash],
    );
    return rows[0];
  }

  /** Moves the end of a session on; of several requests at once, one does it. */
  async renew(hash: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE sessions SET last_seen_at = now(), expires_at = now() + $2::float8 * interval '1 millisecond'
        WHERE id = $1 AND expires_at > now() AND expires_at < now() + ($2::float8 - $3::float8) * interval '1 millisecond'`,
      [hash, SESSION.lifetimeMs, SESSION.renewEveryMs],
    );
  }

  async delete(hash: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sessions WHERE id = $1', [hash]);
  }

  /** Which of these are still live. */
  async liveAmong(hashes: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM sessions WHERE id = ANY($1) AND expires_at > now()',
      [hashes],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
