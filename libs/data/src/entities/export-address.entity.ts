import { Column, Entity, Unique } from 'typeorm';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A one-time download address for a member's data. A new one replaces the previous one; using it deletes the row. */
@Entity('export_addresses')
@Unique('export_addresses_token_hash_key', ['tokenHash'])
export class ExportAddress {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The SHA-256 of the token in the address, in hex. */
  @Column('text')
  tokenHash!: string;

  @Column(MOMENT)
  expiresAt!: Date;
}
