import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { Created, MOMENT, NOW, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A login of a member on one device. */
@Entity('sessions')
@Unique('sessions_public_id_key', ['publicId'])
@Index('sessions_user_id_idx', ['userId'])
@Index('sessions_expires_at_idx', ['expiresAt'])
// Has another collation, which TypeORM cannot express; a migration creates it.
@Index('sessions_address_prefix_idx', { synchronize: false })
export class Session extends Created {
  /** The SHA-256 of the client's session id, in hex. */
  @PrimaryColumn('text')
  id!: string;

  /** The id in the interface. */
  @Column('uuid', { default: () => 'uuidv7()' })
  publicId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The User-Agent of the browser. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** The network of the client at the last use, such as `203.0.113.0/24`; null for sessions of the previous release. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** When the member last proved who they are: at the sign-in, or later when asked to. */
  @Column(NOW)
  authenticatedAt!: Date;

  @Column(MOMENT)
  expiresAt!: Date;

  /** The last moment of a session of the platform's staff or of a suspended member; null for those of other members. */
  @Column({ ...MOMENT, nullable: true })
  endsAt!: Date | null;

  /** Whether it belongs to a suspended member, who may do little else than appeal. */
  @Column('boolean', { default: false })
  isRestricted!: boolean;

  @Column(NOW)
  lastSeenAt!: Date;
}
