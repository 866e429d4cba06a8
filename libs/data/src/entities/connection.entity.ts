import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { MOMENT, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

const KEY = { primaryKeyConstraintName: 'connections_pkey' };

/**
 * Two members who share tags: one row a pair. One member's change writes hundreds of them, and each index takes part in
 * each: the pair is the key, ids have no index, and of strengths there is one for the few links of more than one tag.
 */
@Entity('connections')
@Index('connections_to_user_id_idx', ['toUserId'])
@Index('connections_strength_idx', ['strength', 'id'], { where: '"strength" > 1' })
@Check('connections_order_check', '"from_user_id" < "to_user_id"')
@Check('connections_strength_check', '"strength" > 0 and "strength" = cardinality("shared_tags")')
@Check('connections_kept_check', '"kept_by_from" or "kept_by_to"')
export class Connection {
  /** A UUID of version 7: the order in which links came. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @PrimaryColumn('uuid', KEY)
  fromUserId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'from_user_id', foreignKeyConstraintName: 'connections_from_user_id_fkey' })
  fromUser?: Relation<User>;

  @PrimaryColumn('uuid', KEY)
  toUserId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'to_user_id', foreignKeyConstraintName: 'connections_to_user_id_fkey' })
  toUser?: Relation<User>;

  @TagsColumn()
  sharedTags!: string[];

  /** The number of the shared tags: one at least. */
  @Column('integer', { default: 1 })
  strength!: number;

  /** Whether it is among the strongest of its first end, and of its other end: for one of them it is kept. */
  @Column('boolean', { default: true })
  keptByFrom!: boolean;

  @Column('boolean', { default: true })
  keptByTo!: boolean;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
