import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { NOW } from './columns.js';
import { User } from './user.entity.js';

/** A mute: a member hides the posts, messages and notifications of another from their own view. */
@Entity('mutes')
@Index('mutes_own_idx', ['memberId', 'id'])
@Index('mutes_other_id_idx', ['otherId'])
@Check('mutes_other_check', '"member_id" <> "other_id"')
export class Mute {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mutes_pkey' })
  memberId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id', foreignKeyConstraintName: 'mutes_member_id_fkey' })
  member?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mutes_pkey' })
  otherId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'other_id', foreignKeyConstraintName: 'mutes_other_id_fkey' })
  other?: Relation<User>;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column(NOW)
  createdAt!: Date;
}
