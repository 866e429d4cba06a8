import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { NOW } from './columns.js';
import { User } from './user.entity.js';

/** An Oni ID that a member had, for the redirect of old addresses. A trigger on `users` maintains it. */
@Entity('former_usernames')
@Index('former_usernames_user_id_idx', ['userId', 'releasedAt'])
export class FormerUsername {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'former_usernames_pkey' })
  username!: string;

  /** The last member who had it. */
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'former_usernames_user_id_fkey' })
  user?: Relation<User>;

  @Column(NOW)
  releasedAt!: Date;
}
