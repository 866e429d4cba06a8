import type { LinkPurpose } from '@oniverse/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Created, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A one-time link that was sent or handed out. Its use deletes it, with all others of its purpose and account. */
@Entity('account_tokens')
@Index('account_tokens_user_idx', ['userId', 'purpose'])
@Index('account_tokens_expires_at_idx', ['expiresAt'])
@Check('account_tokens_target_check', `("user_id" is null) = ("purpose" = 'claim-email')`)
export class AccountToken extends Created {
  /** The SHA-256 of the token, in hex. */
  @PrimaryColumn('text')
  hash!: string;

  @Column('text')
  purpose!: LinkPurpose;

  /** Null for a claim of an address, which opens no account. */
  @ReferenceColumn(() => User, 'CASCADE', { nullable: true })
  userId!: string | null;

  /** The address that the link was sent to and is about; null for a link that an operator handed out. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The change of the address or the sign-in that the link is about; null for other links. */
  @Column('uuid', { nullable: true })
  subjectId!: string | null;

  @Column(MOMENT)
  expiresAt!: Date;
}
