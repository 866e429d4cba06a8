import { Injectable } from '@nestjs/common';
import { notFound } from '@oniverse/platform';
import { DataSource } from 'typeorm';

/** A channel that may be read, and how far it has come. */
export interface ReadableChannel {
  lastSeq: number;
  lastRev: number;
}

/**
 * The one place that says what a member may do to a thing. Unknown and forbidden private things look the
 * same: `not_found`.
 */
@Injectable()
export class AccessService {
  constructor(private readonly dataSource: DataSource) {}

  /** Public servers are open to every member, private ones to their own. @throws ProblemError `not_found` */
  async requireServerRead(userId: string, serverId: string): Promise<void> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT 1 FROM servers s
        WHERE s.id = $1
          AND (s.is_public OR EXISTS (SELECT 1 FROM server_members m WHERE m.server_id = s.id AND m.user_id = $2))`,
      [serverId, userId],
    );
    if (rows.length === 0) throw notFound();
  }

  /** Who may read a server may read its channels. @throws ProblemError `not_found` */
  async requireChannelRead(userId: string, channelId: string): Promise<ReadableChannel> {
    const rows: { last_seq: number; last_rev: number }[] = await this.dataSource.query(
      `SELECT c.last_seq, c.last_rev FROM channels c JOIN servers s ON s.id = c.server_id
        WHERE c.id = $1
          AND (s.is_public OR EXISTS (SELECT 1 FROM server_members m WHERE m.server_id = s.id AND m.user_id = $2))`,
      [channelId, userId],
    );
    const row = rows[0];
    if (!row) throw notFound();
    return { lastSeq: row.last_seq, lastRev: row.last_rev };
  }
}
