import { Column, Entity, Index } from 'typeorm';
import { IdColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** An unused recovery code of an account. Its use deletes it. */
@Entity('recovery_codes')
@Index('recovery_codes_user_idx', ['userId'])
export class RecoveryCode {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** An argon2id hash. */
  @Column('text')
  hash!: string;
}
