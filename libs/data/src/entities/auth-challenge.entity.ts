import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Created, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** What a challenge is for. */
export const CHALLENGE_KINDS = {
  /** A sign-in whose password was right. */
  secondFactor: 'second-factor',
  /** A sign-in with a passkey alone. */
  passkeySignIn: 'passkey-sign-in',
  /** A new passkey. */
  passkeyRegistration: 'passkey-registration',
  /** Proof of identity in a session. */
  reauthentication: 'reauthentication',
} as const;
export type ChallengeKind = (typeof CHALLENGE_KINDS)[keyof typeof CHALLENGE_KINDS];

/** A step of a sign-in or of a change of factors that waits for the client. It works once, for five minutes. */
@Entity('auth_challenges')
@Index('auth_challenges_user_idx', ['userId'])
@Index('auth_challenges_expires_at_idx', ['expiresAt'])
@Check('auth_challenges_user_check', `("user_id" is null) = ("kind" = 'passkey-sign-in')`)
export class AuthChallenge extends Created {
  /** The SHA-256 of the id that the client has, in hex. */
  @PrimaryColumn('text')
  hash!: string;

  @Column('text')
  kind!: ChallengeKind;

  /** Null for a sign-in with a passkey, which names the account itself. */
  @ReferenceColumn(() => User, 'CASCADE', { nullable: true })
  userId!: string | null;

  /** The SHA-256 of the session's id for which it was made; null for a sign-in. */
  @Column('text', { nullable: true })
  sessionId!: string | null;

  /** What the passkey has to sign, base64url; null before the client asks for a passkey. */
  @Column('text', { nullable: true })
  passkeyChallenge!: string | null;

  /** Whether the browser has signed in to the account before. */
  @Column('boolean', { default: false })
  isKnownDevice!: boolean;

  /** The id of the known browser's token, whose proofs are counted by themselves. */
  @Column('text', { nullable: true })
  deviceId!: string | null;

  /** Wrong proofs so far. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column(MOMENT)
  expiresAt!: Date;
}
