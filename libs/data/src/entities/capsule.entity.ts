import { Column, Entity, Index } from 'typeorm';
import { Dated, IdColumn, ReferenceColumn, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

/** A named group of profile archives. */
@Entity('capsules')
@Index('capsules_own_idx', ['userId', 'id'])
export class Capsule extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @TagsColumn()
  tags!: string[];
}
