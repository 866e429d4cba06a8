import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { MOMENT } from './columns.js';
import { User } from './user.entity.js';

/**
 * Where a member may fetch all of their data, once. A member has one at most: a new one takes the place of the one
 * before, and one that is used goes.
 */
@Entity('export_addresses')
@Unique('export_addresses_token_hash_key', ['tokenHash'])
export class ExportAddress {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'export_addresses_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'export_addresses_user_id_fkey' })
  user?: Relation<User>;

  /** The SHA-256, in hex, of the token in the address. */
  @Column('text')
  tokenHash!: string;

  /** When it stops working. */
  @Column(MOMENT)
  expiresAt!: Date;
}
