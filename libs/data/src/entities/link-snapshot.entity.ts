import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of a day's snapshot of all links. */
@Entity('link_snapshots')
export class LinkSnapshot {
  /** UTC. */
  @PrimaryColumn('date')
  day!: string;

  /** The last member whose links are stored; null once all are. */
  @Column('uuid', { nullable: true })
  lastUserId!: string | null;
}
