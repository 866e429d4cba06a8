import { Column, Entity } from 'typeorm';
import { Created, MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** The authenticator app of an account (RFC 6238). */
@Entity('totp_factors')
export class TotpFactor extends Created {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** Encrypted with `ACCOUNT_KEY`. */
  @Column('text')
  secret!: string;

  /** When the member entered the first code; null while the app is being set up. */
  @Column({ ...MOMENT, nullable: true })
  confirmedAt!: Date | null;

  /** The time step of the last accepted code, so that no code works twice. */
  @Column('integer', { default: 0 })
  lastStep!: number;
}
