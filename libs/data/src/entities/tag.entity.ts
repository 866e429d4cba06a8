import { Column, Entity, Index, Unique } from 'typeorm';
import { Created, IdColumn } from './columns.js';

/** A tag that an item has or had. */
@Entity('tags')
@Unique('tags_name_key', ['name'])
// Indexes of expressions, which TypeORM cannot express; a migration creates them.
@Index('tags_name_prefix_idx', { synchronize: false })
@Index('tags_name_part_idx', { synchronize: false })
@Index('tags_name_form_idx', { synchronize: false })
@Index('tags_terms_idx', { synchronize: false })
export class Tag extends Created {
  @IdColumn()
  id!: string;

  /** As `normaliseTag` returns it, without the #. */
  @Column('text')
  name!: string;

  /** The number of public items with the tag; changes in the same transaction as the items. */
  @Column('integer', { default: 0 })
  usageCount!: number;

  /** Whether it is too common to create links. Only the worker's maintenance changes it. */
  @Column('boolean', { default: false })
  isHub!: boolean;
}
