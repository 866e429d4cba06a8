import { Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** A change of an account's address, which a link to the previous address can undo. Deleted once it cannot be undone. */
@Entity('email_changes')
@Index('email_changes_user_idx', ['userId', 'id'])
@Index('email_changes_created_at_idx', ['createdAt'])
export class EmailChange extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  previousEmail!: string;
}
