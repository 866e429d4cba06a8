import { Check, Column, Entity, Index } from 'typeorm';
import { NOW, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/**
 * A block between two members. A blocked pair has two rows, one for each direction, so that one lookup by `member_id` finds
 * everyone that a member does not see.
 */
@Entity('blocks')
@Index('blocks_own_idx', ['memberId', 'id'], { where: '"is_own"' })
@Index('blocks_other_id_idx', ['otherId'])
@Check('blocks_other_check', '"member_id" <> "other_id"')
export class Block {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  memberId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  otherId!: string;

  /** Whether the member blocked the other one. Otherwise only the other one did, which the member must not learn. */
  @Column('boolean')
  isOwn!: boolean;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column(NOW)
  createdAt!: Date;
}
