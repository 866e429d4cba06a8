import { Injectable } from '@nestjs/common';
import type { RowOf, ServerExportView } from '@oniverse/contracts';
import { serverExportColumns } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { requireRow } from '../../shared/index.js';

export type ServerExportRow = RowOf<ServerExportView>;

/** The only channel of an export, with its name at the request. */
export interface ExportedChannel {
  id: string;
  name: string;
}

/** An archive that can be downloaded. */
export interface Archive {
  serverId: string;
  serverName: string;
  channelName: string | null;
  key: string;
  /** In bytes. */
  size: number;
  finishedAt: Date;
}

const COLUMNS = serverExportColumns('own');
/** An SQL condition: whether the export `own` waits or runs. */
const IS_ACTIVE = `own.state IN ('waiting', 'running')`;

/** Callers lock the owner's row and the server's before they insert. */
@Injectable()
export class ServerExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of a server's exports, newest first, plus one more row if there is a next page. */
  async listPage(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ServerExportRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM server_exports own
        WHERE own.server_id = $1 AND ($2::uuid IS NULL OR own.id < $2) ORDER BY own.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  /** Returns when the last export of a server was done; null if none was. */
  async findLatest(serverId: string): Promise<Date | null> {
    const rows: { finished_at: Date }[] = await this.dataSource.query(
      `SELECT own.finished_at FROM server_exports own
        WHERE own.server_id = $1 AND own.state = 'done' ORDER BY own.id DESC LIMIT 1`,
      [serverId],
    );
    return rows[0]?.finished_at ?? null;
  }

  async findChannel(
    manager: EntityManager,
    serverId: string,
    channelId: string,
  ): Promise<ExportedChannel | undefined> {
    const rows: ExportedChannel[] = await manager.query(
      'SELECT id, name FROM channels WHERE id = $1 AND server_id = $2',
      [channelId, serverId],
    );
    return rows[0];
  }

  /** Returns whether an export of the server waits or runs. */
  async hasActive(manager: EntityManager, serverId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM server_exports own WHERE own.server_id = $1 AND ${IS_ACTIVE}`,
      [serverId],
    );
    return rows.length > 0;
  }

  /** Returns how many exports a member requested in the last 24 hours. */
  async countOfDay(manager: EntityManager, userId: string): Promise<number> {
    const rows: { count: number }[] = await manager.query(
      `SELECT count(*)::integer AS count FROM server_exports own
        WHERE own.user_id = $1 AND own.id > uuidv7('-1 day')`,
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  async insert(
    manager: EntityManager,
    serverId: string,
    userId: string,
    channel: ExportedChannel | null,
  ): Promise<ServerExportRow> {
    const rows: ServerExportRow[] = await manager.query(
      `INSERT INTO server_exports AS own (server_id, user_id, channel_id, channel_name)
       VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [serverId, userId, channel?.id ?? null, channel?.name ?? null],
    );
    return requireRow(rows[0]);
  }

  /** Cancels an export that waits or runs. Its worker stops within a second. @returns undefined if it does neither */
  async cancel(
    manager: EntityManager,
    serverId: string,
    exportId: string,
  ): Promise<ServerExportRow | undefined> {
    const [rows]: [ServerExportRow[], number] = await manager.query(
      `UPDATE server_exports own SET state = 'failed', failure = 'cancelled', finished_at = now()
        WHERE own.server_id = $1 AND own.id = $2 AND ${IS_ACTIVE} RETURNING ${COLUMNS}`,
      [serverId, exportId],
    );
    return rows[0];
  }

  /** Returns the archive of an export; undefined if there is none, or no longer. */
  async findArchive(exportId: string): Promise<Archive | undefined> {
    const rows: Archive[] = await this.dataSource.query(
      `SELECT own.server_id AS "serverId", server.name AS "serverName", own.channel_name AS "channelName",
              own.object_key AS key, own.size::float8 AS size, own.finished_at AS "finishedAt"
         FROM server_exports own JOIN servers server ON server.id = own.server_id
        WHERE own.id = $1 AND own.state = 'done' AND own.expires_at > now() AND own.object_key IS NOT NULL
          AND own.user_id IS NOT NULL`,
      [exportId],
    );
    return rows[0];
  }
}
