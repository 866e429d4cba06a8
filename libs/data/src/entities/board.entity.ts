import { Column, CreateDateColumn, Entity, Index, type Relation, UpdateDateColumn } from 'typeorm';
import { IdColumn, MOMENT, OwnerRelation, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

/** A named group of pictures. */
@Entity('boards')
@Index('boards_own_idx', ['userId', 'id'])
export class Board {
  @IdColumn('boards_pkey')
  id!: string;

  @Column('uuid')
  userId!: string;

  @OwnerRelation('boards', () => User)
  user?: Relation<User>;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @TagsColumn()
  tags!: string[];

  @Column('boolean', { default: true })
  isPublic!: boolean;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;

  @UpdateDateColumn(MOMENT)
  updatedAt!: Date;
}
