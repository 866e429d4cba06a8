import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { Created, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

@Entity('invites')
@Unique('invites_server_id_public_id_key', ['serverId', 'publicId'])
@Index('invites_created_by_idx', ['createdBy'])
@Index('invites_expires_at_idx', ['expiresAt'])
@Check('invites_uses_check', '"uses" <= "max_uses"')
export class Invite extends Created {
  /** The SHA-256 of the invite code, in hex. */
  @PrimaryColumn('text')
  id!: string;

  /** The id in the interface; sorts by creation time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  publicId!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  createdBy!: string | null;

  @Column(MOMENT)
  expiresAt!: Date;

  /** Null means unlimited. */
  @Column('integer', { nullable: true })
  maxUses!: number | null;

  @Column('integer', { default: 0 })
  uses!: number;
}
