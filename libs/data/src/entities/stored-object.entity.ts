import { randomBytes } from 'node:crypto';
import { Check, Column, Entity, type EntityManager, Index, PrimaryColumn, Unique } from 'typeorm';
import { Created, MOMENT, ReferenceColumn, References } from './columns.js';
import { User } from './user.entity.js';

/** Deletes discarded objects and clears the file details of spent ones, whose rows prevent a second use. */
export async function recordRemovedBytes(manager: EntityManager, paths: readonly string[]): Promise<void> {
  await manager.query(`DELETE FROM objects WHERE path = ANY($1) AND state = 'discarded'`, [paths]);
  await manager.query(
    `UPDATE objects SET content_type = NULL, size = NULL, sha256 = NULL WHERE path = ANY($1) AND state = 'spent'`,
    [paths],
  );
}

/**
 * The life cycle of an object:
 * - `awaited`: the upload address was issued, and parts may have arrived; see `UploadPart`
 * - `arriving`: the upload is in progress
 * - `stored`: the bytes are in the store
 * - `used`: a picture, an avatar or an attachment uses it
 * - `kept`: the attachment is deleted, but a case needs the bytes; see `CaseFile`
 * - `spent`: an avatar was made from it and the bytes were removed
 * - `discarded`: unused; maintenance removes the bytes, then the row
 */
export const OBJECT_STATES = ['awaited', 'arriving', 'stored', 'used', 'kept', 'spent', 'discarded'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** Random bytes in an object's path, enough to make it unguessable. */
const PATH_BYTES = 24;

export const newObjectPath = (): string => `/objects/${randomBytes(PATH_BYTES).toString('base64url')}`;

export const storeKeyOf = (path: string): string => path.slice(1);

/** An object in the object store, or an upload in progress. */
@Entity('objects')
@Unique('objects_upload_token_hash_key', ['uploadTokenHash'])
@Index('objects_user_id_idx', ['userId'])
@Index('objects_unsettled_idx', ['state', 'createdAt'], { where: `"state" <> 'used'` })
@Index('objects_renditions_idx', ['renditionOf', 'width'], { where: '"rendition_of" is not null' })
@Check(
  'objects_state_check',
  `"state" in ('awaited', 'arriving', 'stored', 'used', 'kept', 'spent', 'discarded')`,
)
export class StoredObject extends Created {
  /** `/objects/` and 192 random bits; without the leading `/`, the key in the store. */
  @PrimaryColumn('text')
  path!: string;

  /** Null if the account was erased; the object is then unused. */
  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  @Column('text', { default: 'awaited' })
  state!: ObjectState;

  /** The SHA-256 of the token in the upload address, in hex; null for renditions. */
  @Column('text', { nullable: true })
  uploadTokenHash!: string | null;

  @Column({ ...MOMENT, nullable: true })
  uploadExpiresAt!: Date | null;

  /**
   * The store's id of an upload in parts, from the first part until the object is stored. While it is set, the store has
   * parts, and a deletion of the row aborts the upload first.
   */
  @Column('text', { nullable: true })
  partsUploadId!: string | null;

  /** Detected from the first bytes; null until it is stored. */
  @Column('text', { nullable: true })
  contentType!: string | null;

  /** In bytes; null until it is stored and after the bytes of a spent object were removed. */
  @Column('integer', { nullable: true })
  size!: number | null;

  /** Of the bytes, in hex; null until it is stored. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  /** The original of a rendition; null if the original was deleted. */
  @Column('text', { nullable: true })
  @References(() => StoredObject, 'SET NULL')
  renditionOf!: string | null;

  /** The width of a rendition in pixels. */
  @Column('integer', { nullable: true })
  width!: number | null;

  /** Whether it is the rendition of an attachment that moves. */
  @Column('boolean', { default: false })
  isAnimated!: boolean;

  /** The number of unfinished attempts to process it, including those of crashed workers. */
  @Column('integer', { default: 0 })
  attempts!: number;
}
