import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { MOMENT } from './columns.js';
import { User } from './user.entity.js';

/** A one-time download address for a member's data. A new one replaces the previous one; using it deletes the row. */
@Entity('export_addresses')
@Unique('export_addresses_token_hash_key', ['tokenHash'])
export class ExportAddress {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'export_addresses_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'export_addresses_user_id_fkey' })
  user?: Relation<User>;

  /** The SHA-256 of the token in the address, in hex. */
  @Column('text')
  tokenHash!: string;

  @Column(MOMENT)
  expiresAt!: Date;
}
