import { Column, Entity } from 'typeorm';
import { Channel } from './channel.entity.js';
import { PrimaryReferenceColumn } from './columns.js';

/** How far the messages of a channel, thread or conversation are in the index that searches read: {@link MessageTerms}. */
@Entity('indexed_channels')
export class IndexedChannel {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** All messages up to this `seq` are in the index. */
  @Column('integer', { default: 0 })
  seq!: number;
}
