import { Column, Entity, Index, type Relation } from 'typeorm';
import { IdColumn, OwnerRelation } from './columns.js';
import { User } from './user.entity.js';

/** An unused recovery code of an account. Its use deletes it. */
@Entity('recovery_codes')
@Index('recovery_codes_user_idx', ['userId'])
export class RecoveryCode {
  @IdColumn('recovery_codes_pkey')
  id!: string;

  @Column('uuid')
  userId!: string;

  @OwnerRelation('recovery_codes', () => User)
  user?: Relation<User>;

  /** An argon2id hash. */
  @Column('text')
  hash!: string;
}
