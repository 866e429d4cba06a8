import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Created, TagsColumn } from './columns.js';

/**
 * A link: one row per pair of members with shared tags. One change of a member writes hundreds of rows, so there are few
 * indexes, and partial ones: strengths above 1 are rare, and so are links that their first end keeps, because ties are
 * won by members with early ids.
 *
 * The ends are not foreign keys, whose checks would take a third of the write time. A trigger on `users` deletes the
 * links of deleted members, and the worker's job for such a member deletes links written concurrently. Code that writes
 * links without the worker's locks must lock the rows of both members.
 */
@Entity('connections')
@Index('connections_to_user_id_idx', ['toUserId'])
@Index('connections_kept_by_from_idx', ['fromUserId'], { where: '"kept_by_from"' })
@Index('connections_strength_idx', ['strength', 'id'], { where: '"strength" > 1' })
@Check('connections_order_check', '"from_user_id" < "to_user_id"')
@Check('connections_strength_check', '"strength" > 0 and "strength" = cardinality("shared_tags")')
@Check('connections_kept_check', '"kept_by_from" or "kept_by_to"')
export class Connection extends Created {
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @PrimaryColumn('uuid')
  fromUserId!: string;

  @PrimaryColumn('uuid')
  toUserId!: string;

  @TagsColumn()
  sharedTags!: string[];

  /** The number of shared tags, at least 1. */
  @Column('integer', { default: 1 })
  strength!: number;

  /** Whether it is a top link of its first end. At least one of `keptByFrom` and `keptByTo` is true. */
  @Column('boolean', { default: true })
  keptByFrom!: boolean;

  @Column('boolean', { default: true })
  keptByTo!: boolean;
}
