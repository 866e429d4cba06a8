import { Column, Entity, Index, Unique } from 'typeorm';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A passkey of an account (https://www.w3.org/TR/webauthn-3/). */
@Entity('passkeys')
@Unique('passkeys_credential_id_key', ['credentialId'])
@Index('passkeys_user_idx', ['userId', 'id'])
export class Passkey extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The id that the authenticator chose, base64url. */
  @Column('text')
  credentialId!: string;

  /** The COSE public key, base64url. */
  @Column('text')
  publicKey!: string;

  /** The number of signatures at the last use; 0 for authenticators that do not count. A smaller one means a clone. */
  @Column('bigint', { default: 0 })
  counter!: string;

  /** How the browser can reach the authenticator, such as `internal`. */
  @Column('text', { array: true, default: [] })
  transports!: string[];

  @Column('text')
  name!: string;

  /** Whether the passkey is stored beyond one device. */
  @Column('boolean', { default: false })
  isSynced!: boolean;

  @Column({ ...MOMENT, nullable: true })
  lastUsedAt!: Date | null;
}
