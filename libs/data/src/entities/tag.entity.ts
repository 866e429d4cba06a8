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

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
