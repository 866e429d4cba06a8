import type { Filter } from '@oniverse/contracts';
import { Column, Entity, Index } from 'typeorm';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';

/** The filters of a server whose staff have ever set some. They are read and replaced as a whole. */
@Entity('server_filters')
@Index('server_filters_changed_idx', ['changedAt'])
export class ServerFilters {
  @PrimaryReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  /** The number of changes. */
  @Column('integer')
  revision!: number;

  /** How many members a message may mention; null for no limit. */
  @Column('integer', { nullable: true })
  maxMentions!: number | null;

  @Column('jsonb')
  filters!: Filter[];

  @Column(MOMENT)
  changedAt!: Date;
}
