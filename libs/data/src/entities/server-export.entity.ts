import { randomBytes } from 'node:crypto';
import {
  SERVER_EXPORT_FAILURES,
  SERVER_EXPORT_STATES,
  type ServerExportFailure,
  serverExportSchema,
  type ServerExportState,
} from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { columnsOf } from '../naming.js';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** Random bytes in the key of an archive, enough to make it unguessable. */
const KEY_BYTES = 24;

/** Returns the key of a new archive in the object store. Archives have no row in `objects`: only this table names them. */
export const newArchiveKey = (): string => `exports/${randomBytes(KEY_BYTES).toString('base64url')}`;

/** Returns the SQL of the columns of a `ServerExportView`. @param alias of `server_exports` */
export const serverExportColumns = (alias: string): string =>
  // The last of two columns with the same name counts. The driver returns a bigint as a text.
  `${columnsOf(serverExportSchema.entries, alias)}, ${alias}.size::float8 AS size`;

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/**
 * An export of a server or of one of its channels, by the owner. Its archive is an object that the worker writes in parts. The
 * row outlasts the archive, for quotas and for what members are told.
 */
@Entity('server_exports')
@Index('server_exports_newest_idx', ['serverId', 'id'])
@Index('server_exports_own_idx', ['userId', 'id'])
@Index('server_exports_active_key', ['serverId'], {
  unique: true,
  where: `"state" in ('waiting', 'running')`,
})
@Index('server_exports_stored_idx', ['id'], { where: '"object_key" is not null' })
@Check('server_exports_state_check', `"state" in (${quoted(SERVER_EXPORT_STATES)})`)
@Check('server_exports_failure_check', `"failure" in (${quoted(SERVER_EXPORT_FAILURES)})`)
@Check('server_exports_failed_check', `("failure" is null) = ("state" <> 'failed')`)
@Check('server_exports_finished_check', `("finished_at" is null) = ("state" in ('waiting', 'running'))`)
@Check(
  'server_exports_archive_check',
  `num_nonnulls("size", "expires_at") = CASE WHEN "state" = 'done' THEN 2 ELSE 0 END`,
)
export class ServerExport extends Created {
  @IdColumn()
  id!: string;

  /** Null if the server was deleted. The archive is then purged. */
  @ReferenceColumn(() => Server, 'SET NULL')
  serverId!: string | null;

  /** The owner who requested it; null if the account was erased. The archive is then purged. */
  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  /** The only channel; null for all of the server. Stays when the channel is deleted. */
  @Column('uuid', { nullable: true })
  channelId!: string | null;

  /** The name of that channel when the export was requested. */
  @Column('text', { nullable: true })
  channelName!: string | null;

  @Column('text', { default: 'waiting' })
  state!: ServerExportState;

  @Column('text', { nullable: true })
  failure!: ServerExportFailure | null;

  @Column('integer', { default: 0 })
  messageCount!: number;

  @Column('integer', { default: 0 })
  messagesDone!: number;

  @Column('integer', { default: 0 })
  fileCount!: number;

  @Column('integer', { default: 0 })
  filesDone!: number;

  /** Of the archive, in bytes. */
  @Column('bigint', { nullable: true })
  size!: string | null;

  /** The key of the archive in the object store; set before its first part is stored, and until the purge. */
  @Column('text', { nullable: true })
  objectKey!: string | null;

  /** The store's id of the upload of the archive, until it is complete. */
  @Column('text', { nullable: true })
  partsUploadId!: string | null;

  /** The number of attempts that failed or crashed, and the running one. */
  @Column('smallint', { default: 0 })
  attempts!: number;

  /** The latest attempt. Another one has no effect any longer. */
  @Column('uuid', { nullable: true })
  claimId!: string | null;

  /** Until then, no other attempt begins, and the archive is not purged. Null while there is none. */
  @Column({ ...MOMENT, nullable: true })
  claimedUntil!: Date | null;

  @Column({ ...MOMENT, nullable: true })
  finishedAt!: Date | null;

  /** When the archive is purged. */
  @Column({ ...MOMENT, nullable: true })
  expiresAt!: Date | null;
}
