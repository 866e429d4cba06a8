import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NOW, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** An Oni ID that a member had. While it is held, it leads to the member. A trigger on `users` maintains it. */
@Entity('former_usernames')
@Index('former_usernames_user_id_idx', ['userId', 'releasedAt'])
export class FormerUsername {
  @PrimaryColumn('text')
  username!: string;

  /** The last member who had it; null after their erasure, which ends the lead and not the reservation. */
  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  @Column(NOW)
  releasedAt!: Date;

  /** Until when nobody else can take it; null if the member let it go, or for a later one. */
  @Column('timestamptz', { nullable: true })
  heldUntil!: Date | null;
}
