import { Column, CreateDateColumn, Entity, Index, UpdateDateColumn } from 'typeorm';
import { IdColumn, MOMENT, ReferenceColumn, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

/** A named group of profile archives. */
@Entity('capsules')
@Index('capsules_own_idx', ['userId', 'id'])
export class Capsule {
  @IdColumn('capsules_pkey')
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @TagsColumn()
  tags!: string[];

  @CreateDateColumn(MOMENT)
  createdAt!: Date;

  @UpdateDateColumn(MOMENT)
  updatedAt!: Date;
}
