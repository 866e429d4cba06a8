import { Check, Column, Entity } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/**
 * The weeks of a year in which links stood that a member kept, prepared for reading. `links` has 12 bytes for each: the
 * `nodeNumber` of the other member, and a bitmap of weeks. See `link-weeks.ts`.
 */
@Entity('link_weeks')
@Check(
  'link_weeks_size_check',
  'octet_length("links") between 12 and 7680 and octet_length("links") % 12 = 0',
)
export class LinkWeeks {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The Monday of the newest week, UTC. */
  @Column('date')
  newestWeek!: string;

  @Column('bytea')
  links!: Buffer;
}
