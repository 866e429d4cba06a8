import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import { MOMENT, TagsColumn } from './columns.js';

const KEY = { primaryKeyConstraintName: 'connections_pkey' };

/**
 * Two members who share tags: one row a pair. One member's change writes hundreds of them, and each index takes part in
 * each: the pair is the key, ids have no index, and of strengths there is one for the few links of more than one tag.
 * Links that their first end keeps are few too: among equals those with members of early ids are kept.
 *
 * The ends are no foreign keys, whose check would take a third of the time of writing a link. A trigger of `users`
 * removes the links of whoever goes; one that is being written just then goes with the worker's job for that account,
 * which waits for whoever writes it. Who writes links without the worker's locks holds the rows of both members.
 */
@Entity('connections')
@Index('connections_to_user_id_idx', ['toUserId'])
@Index('connections_kept_by_from_idx', ['fromUserId'], { where: '"kept_by_from"' })
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

  @PrimaryColumn('uuid', KEY)
  toUserId!: string;

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
