import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn, type Relation } from 'typeorm';
import { MOMENT, OwnerRelation } from './columns.js';
import { User } from './user.entity.js';

/** What a one-time link is for. */
export const TOKEN_PURPOSES = {
  /** Verifies the account's address, in a session of the account. */
  verifyEmail: 'verify-email',
  /** Starts a registration with an address that another account has but never verified. */
  claimEmail: 'claim-email',
  /** Sets a new password. */
  resetPassword: 'reset-password',
  /** Restores the address before a change. */
  undoEmail: 'undo-email',
  /** Disowns a sign-in: ends all sessions and blocks the password. */
  disownSignIn: 'disown-sign-in',
  /** Ends the digest. */
  unsubscribe: 'unsubscribe',
} as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[keyof typeof TOKEN_PURPOSES];

/** A one-time link that was sent or handed out. Its use deletes it, with all others of its purpose and account. */
@Entity('account_tokens')
@Index('account_tokens_user_idx', ['userId', 'purpose'])
@Index('account_tokens_expires_at_idx', ['expiresAt'])
@Check('account_tokens_target_check', `("user_id" is null) = ("purpose" = 'claim-email')`)
export class AccountToken {
  /** The SHA-256 of the token, in hex. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'account_tokens_pkey' })
  hash!: string;

  @Column('text')
  purpose!: TokenPurpose;

  /** Null for a claim of an address, which opens no account. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @OwnerRelation('account_tokens', () => User)
  user?: Relation<User> | null;

  /** The address that the link was sent to and is about; null for a link that an operator handed out. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column(MOMENT)
  expiresAt!: Date;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
