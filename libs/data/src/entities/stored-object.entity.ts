import { randomBytes } from 'node:crypto';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { MOMENT } from './columns.js';
import { User } from './user.entity.js';

/**
 * Where an object is in its life: an upload address was given out (`awaited`), its bytes are on the way
 * (`arriving`), they are in the store (`stored`), an image or an avatar is made of it (`used`), or nothing needs it
 * any more (`discarded`), after which upkeep takes it out of the store and then the row away.
 */
export const OBJECT_STATES = ['awaited', 'arriving', 'stored', 'used', 'discarded'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** Random bytes of an object's path: nobody guesses one. */
const PATH_BYTES = 24;

/** The path of a new object. */
export const newObjectPath = (): string => `/objects/${randomBytes(PATH_BYTES).toString('base64url')}`;

/** Where an object is in the store. */
export const storeKeyOf = (path: string): string => path.slice(1);

/** Something in the object store, or on its way there. */
@Entity('objects')
@Unique('objects_upload_token_hash_key', ['uploadTokenHash'])
@Index('objects_user_id_idx', ['userId'])
@Index('objects_unsettled_idx', ['state', 'createdAt'], { where: `"state" <> 'used'` })
@Index('objects_renditions_idx', ['renditionOf', 'width'], { where: '"rendition_of" is not null' })
@Check('objects_state_check', `"state" in ('awaited', 'arriving', 'stored', 'used', 'discarded')`)
export class StoredObject {
  /** Its address, `/objects/` and 192 random bits; without the leading `/` it is the key in the store. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'objects_pkey' })
  path!: string;

  /** null when the account is gone: nobody needs it then */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'objects_user_id_fkey' })
  user?: Relation<User> | null;

  @Column('text', { default: 'awaited' })
  state!: ObjectState;

  /** The SHA-256, in hex, of the token in its upload address; null where it was not uploaded. */
  @Column('text', { nullable: true })
  uploadTokenHash!: string | null;

  /** When its upload address stops working. */
  @Column({ ...MOMENT, nullable: true })
  uploadExpiresAt!: Date | null;

  /** What its bytes are, by their first ones; null until it is stored. */
  @Column('text', { nullable: true })
  contentType!: string | null;

  /** Bytes; null until it is stored. */
  @Column('integer', { nullable: true })
  size!: number | null;

  /** The SHA-256, in hex, of its bytes; null until it is stored. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  /** Of a rendition: the object that it was made of; null where that is gone, and for all else. */
  @Column('text', { nullable: true })
  renditionOf!: string | null;

  @ManyToOne(() => StoredObject, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'rendition_of', foreignKeyConstraintName: 'objects_rendition_of_fkey' })
  original?: Relation<StoredObject> | null;

  /** Of a rendition: its pixels from left to right. */
  @Column('integer', { nullable: true })
  width!: number | null;

  /** How many workers began to make something of it and have not ended: those of now, and those that died over it. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
