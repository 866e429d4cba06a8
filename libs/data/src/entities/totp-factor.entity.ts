import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { MOMENT } from './columns.js';
import { User } from './user.entity.js';

/** The authenticator app of an account (RFC 6238). */
@Entity('totp_factors')
export class TotpFactor {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'totp_factors_pkey' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'totp_factors_user_id_fkey' })
  user?: Relation<User>;

  /** Encrypted with `ACCOUNT_KEY`. */
  @Column('text')
  secret!: string;

  /** When the member entered the first code; null while the app is being set up. */
  @Column({ ...MOMENT, nullable: true })
  confirmedAt!: Date | null;

  /** The time step of the last accepted code, so that no code works twice. */
  @Column('integer', { default: 0 })
  lastStep!: number;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
