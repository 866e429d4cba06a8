import { Column, Entity, Index } from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';

/** A thread that changed since the message that starts it last showed its summary. Writers lock the thread's row. */
@Entity('stale_threads')
@Index('stale_threads_since_idx', ['since'])
export class StaleThread {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @Column({ ...MOMENT, default: () => 'now()' })
  since!: Date;
}
