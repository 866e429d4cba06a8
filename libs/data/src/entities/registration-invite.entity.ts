import { Column, Entity, Index, Unique } from 'typeorm';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';
import { WaitlistEntry } from './waitlist-entry.entity.js';

/** An invitation to create an account. Its code works once. */
@Entity('registration_invites')
@Unique('registration_invites_code_hash_key', ['codeHash'])
@Unique('registration_invites_entry_id_key', ['entryId'])
@Index('registration_invites_created_by_idx', ['createdBy'])
@Index('registration_invites_unused_idx', ['id'], { where: '"used_at" is null' })
export class RegistrationInvite extends Created {
  @IdColumn()
  id!: string;

  /** SHA-256 of the code, in hex. Null until the mail that has the code is sent. */
  @Column('text', { nullable: true })
  codeHash!: string | null;

  /** The entry of the waitlist that it is for. */
  @ReferenceColumn(() => WaitlistEntry, 'CASCADE', { nullable: true })
  entryId!: string | null;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  createdBy!: string | null;

  @Column(MOMENT)
  expiresAt!: Date;

  /** When someone registered with it. */
  @Column({ ...MOMENT, nullable: true })
  usedAt!: Date | null;
}
