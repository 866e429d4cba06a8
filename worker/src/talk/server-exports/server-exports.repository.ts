import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type RowOf,
  SERVER_EXPORT_LIMITS,
  type ServerExportFailure,
  type ServerExportView,
} from '@oniverse/contracts';
import { serverExportColumns } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** An attempt to write the archive of an export. */
export interface ExportClaim {
  id: string;
  claimId: string;
  serverId: string | null;
  /** The only channel; null for all. */
  channelId: string | null;
  /** The number of unfinished attempts, this one included. */
  attempts: number;
  /** Whether the member who requested it is still the owner. */
  isOwner: boolean;
  /** What an earlier attempt may have left in the store. */
  objectKey: string | null;
  partsUploadId: string | null;
  startedAt: Date;
}

/** An archive in the store, or its parts. */
export type StoredArchive = Pick<ExportClaim, 'partsUploadId'> & { objectKey: string };

/** How much of an export is in its archive. */
export interface ExportProgress {
  messagesDone: number;
  filesDone: number;
}

export interface ExportCounts {
  messageCount: number;
  fileCount: number;
}

export interface ExportRow extends Omit<RowOf<ServerExportView>, 'serverId'> {
  /** Null if the server was deleted. */
  serverId: string | null;
  /** Null if the account was erased. */
  userId: string | null;
  isOwner: boolean;
}

/** How long an attempt counts as running after it was last heard of, in seconds. */
const CLAIM_SECONDS = 30;
const CLAIM = `now() + interval '${CLAIM_SECONDS} seconds'`;

const IS_OWNER = `EXISTS (SELECT FROM servers place WHERE place.id = own.server_id AND place.owner_id = own.user_id) AS "isOwner"`;
const COLUMNS = `${serverExportColumns('own')}, own.user_id AS "userId", ${IS_OWNER}`;
/** An SQL condition: $1 is the export and $2 its latest attempt, which is not cancelled. */
const IS_CURRENT = `own.id = $1 AND own.claim_id = $2 AND own.state = 'running'`;

@Injectable()
export class ServerExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Begins an attempt. @returns undefined while another worker writes the archive, and for an export that has ended */
  async claim(id: string): Promise<ExportClaim | undefined> {
    const [rows]: [ExportClaim[], number] = await this.dataSource.query(
      `UPDATE server_exports own
          SET state = 'running', attempts = own.attempts + 1, claim_id = $2, claimed_until = ${CLAIM}
        WHERE own.id = $1 AND own.state IN ('waiting', 'running')
          AND (own.claimed_until IS NULL OR own.claimed_until <= now())
       RETURNING own.id, own.claim_id AS "claimId", own.server_id AS "serverId", own.channel_id AS "channelId", own.attempts,
                 own.object_key AS "objectKey", own.parts_upload_id AS "partsUploadId", ${IS_OWNER}, now() AS "startedAt"`,
      [id, randomUUID()],
    );
    return rows[0];
  }

  /** Returns whether an export waits or runs. */
  async isActive(manager: EntityManager, id: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM server_exports WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id],
    );
    return rows.length > 0;
  }

  /** Records the key of an archive before its first byte is stored. @returns false if the attempt no longer counts */
  async startArchive(
    { id, claimId }: ExportClaim,
    key: string,
    { messageCount, fileCount }: ExportCounts,
  ): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `UPDATE server_exports own
          SET object_key = $3, parts_upload_id = NULL, message_count = $4, file_count = $5, messages_done = 0, files_done = 0
        WHERE ${IS_CURRENT}`,
      [id, claimId, key, messageCount, fileCount],
    );
    return count > 0;
  }

  /** Records the store's id of the upload. @returns false if the attempt no longer counts */
  async saveUploadId({ id, claimId }: ExportClaim, uploadId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `UPDATE server_exports own SET parts_upload_id = $3 WHERE ${IS_CURRENT}`,
      [id, claimId, uploadId],
    );
    return count > 0;
  }

  /** Stores the progress and keeps the claim. @returns undefined if the attempt no longer counts */
  async saveProgress(
    { id, claimId }: ExportClaim,
    { messagesDone, filesDone }: ExportProgress,
  ): Promise<ExportRow | undefined> {
    const [rows]: [ExportRow[], number] = await this.dataSource.query(
      `UPDATE server_exports own
          SET messages_done = least($3, own.message_count), files_done = least($4, own.file_count), claimed_until = ${CLAIM}
        WHERE ${IS_CURRENT} RETURNING ${COLUMNS}`,
      [id, claimId, messagesDone, filesDone],
    );
    return rows[0];
  }

  /** @returns undefined if the attempt no longer counts */
  async complete(
    manager: EntityManager,
    { id, claimId }: ExportClaim,
    size: number,
  ): Promise<ExportRow | undefined> {
    const [rows]: [ExportRow[], number] = await manager.query(
      `UPDATE server_exports own
          SET state = 'done', size = $3, parts_upload_id = NULL, claimed_until = NULL, finished_at = now(),
              expires_at = now() + interval '${SERVER_EXPORT_LIMITS.archiveDays} days',
              messages_done = own.message_count, files_done = own.file_count
        WHERE ${IS_CURRENT} RETURNING ${COLUMNS}`,
      [id, claimId, size],
    );
    return rows[0];
  }

  /** @returns undefined if the attempt no longer counts */
  async fail(
    manager: EntityManager,
    { id, claimId }: ExportClaim,
    failure: ServerExportFailure,
  ): Promise<ExportRow | undefined> {
    const [rows]: [ExportRow[], number] = await manager.query(
      `UPDATE server_exports own SET state = 'failed', failure = $3, finished_at = now()
        WHERE ${IS_CURRENT} RETURNING ${COLUMNS}`,
      [id, claimId, failure],
    );
    return rows[0];
  }

  /** Returns what an attempt may have in the store; undefined if it has nothing. */
  async findArchive({ id, claimId }: ExportClaim): Promise<StoredArchive | undefined> {
    const rows: StoredArchive[] = await this.dataSource.query(
      `SELECT object_key AS "objectKey", parts_upload_id AS "partsUploadId" FROM server_exports
        WHERE id = $1 AND claim_id = $2 AND object_key IS NOT NULL`,
      [id, claimId],
    );
    return rows[0];
  }

  /** Records that the store has nothing of an attempt any longer. */
  async forgetArchive({ id, claimId }: ExportClaim): Promise<void> {
    await this.dataSource.query(
      'UPDATE server_exports SET object_key = NULL, parts_upload_id = NULL WHERE id = $1 AND claim_id = $2',
      [id, claimId],
    );
  }

  /** Ends an attempt. @param isCounted whether it was the fault of the export that it did not finish */
  async release({ id, claimId }: ExportClaim, isCounted: boolean): Promise<void> {
    await this.dataSource.query(
      `UPDATE server_exports SET claimed_until = NULL, attempts = attempts - CASE WHEN $3::boolean THEN 0 ELSE 1 END
        WHERE id = $1 AND claim_id = $2`,
      [id, claimId, isCounted],
    );
  }
}
