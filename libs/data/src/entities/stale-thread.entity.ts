import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Channel } from './channel.entity.js';
import { MOMENT } from './columns.js';

/** A thread that changed since the message that starts it last showed its summary. Writers lock the thread's row. */
@Entity('stale_threads')
@Index('stale_threads_since_idx', ['since'])
export class StaleThread {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'stale_threads_pkey' })
  channelId!: string;

  @OneToOne(() => Channel, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'stale_threads_channel_id_fkey' })
  channel?: Relation<Channel>;

  @Column({ ...MOMENT, default: () => 'now()' })
  since!: Date;
}
