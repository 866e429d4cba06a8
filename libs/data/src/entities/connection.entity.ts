import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  type Relation,
  Unique,
} from 'typeorm';
import { IdColumn, MOMENT, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

/** Two members who share tags: one row a pair. */
@Entity('connections')
@Unique('connections_pair_key', ['fromUserId', 'toUserId'])
@Index('connections_to_user_id_idx', ['toUserId'])
@Index('connections_strength_idx', ['strength', 'id'])
@Check('connections_order_check', '"from_user_id" < "to_user_id"')
@Check('connections_strength_check', '"strength" > 0 and "strength" = cardinality("shared_tags")')
@Check('connections_kept_check', '"kept_by_from" or "kept_by_to"')
export class Connection {
  @IdColumn('connections_pkey')
  id!: string;

  @Column('uuid')
  fromUserId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'from_user_id', foreignKeyConstraintName: 'connections_from_user_id_fkey' })
  fromUser?: Relation<User>;

  @Column('uuid')
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
