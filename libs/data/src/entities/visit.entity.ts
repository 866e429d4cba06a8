import { Column, Entity, Index } from 'typeorm';
import { MOMENT, NOW, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/**
 * When a member was here. A visit ends when nothing was seen of the member for `VISIT_GAP_MS`; the next one begins with
 * the next opening of the home page.
 */
@Entity('visits')
@Index('visits_suggested_idx', ['suggestedAt'])
export class Visit {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** When the member was last seen: the home page was opened, or a socket was connected. */
  @Column(NOW)
  seenAt!: Date;

  /** When the previous visit ended; null during the first one. */
  @Column({ ...MOMENT, nullable: true })
  leftAt!: Date | null;

  /** When the member marked everything as read. */
  @Column({ ...MOMENT, nullable: true })
  readAt!: Date | null;

  /** When the worker last computed suggestions. */
  @Column({ ...MOMENT, nullable: true })
  suggestedAt!: Date | null;

  /** Whether the member hid the guide of the first steps. */
  @Column('boolean', { default: false })
  isGuideDismissed!: boolean;

  @Column('boolean', { default: false })
  sawConstellation!: boolean;
}
