import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/**
 * The links that a member kept in one month, from daily snapshots. `links` has 8 bytes for each: the `nodeNumber` of the
 * other member, and a bitmap of the days on which the link stood. See `link-history.ts`.
 */
@Entity('link_history')
@Check(
  'link_history_size_check',
  'octet_length("links") between 8 and 1920 and octet_length("links") % 8 = 0',
)
export class LinkHistory {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The first day of the month, UTC. */
  @PrimaryColumn('date')
  month!: string;

  @Column('bytea')
  links!: Buffer;
}
