import { Column, CreateDateColumn, Entity, Unique } from 'typeorm';
import { IdColumn, MOMENT } from './columns.js';

/** A tag that something has, or had. */
@Entity('tags')
@Unique('tags_name_key', ['name'])
export class Tag {
  @IdColumn('tags_pkey')
  id!: string;

  /** Lower-cased, without the #. */
  @Column('text')
  name!: string;

  /** How many public things have it, changed in the same transaction as these. */
  @Column('integer', { default: 0 })
  usageCount!: number;

  /** Whether so many members show it that it connects nobody. Set by the worker's upkeep alone. */
  @Column('boolean', { default: false })
  isHub!: boolean;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
