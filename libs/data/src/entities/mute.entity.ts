import { Check, Column, Entity, Index } from 'typeorm';
import { NOW, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A mute: a member hides the posts, messages and notifications of another from their own view. */
@Entity('mutes')
@Index('mutes_own_idx', ['memberId', 'id'])
@Index('mutes_other_id_idx', ['otherId'])
@Check('mutes_other_check', '"member_id" <> "other_id"')
export class Mute {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  memberId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  otherId!: string;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column(NOW)
  createdAt!: Date;
}
