import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Created, PrimaryReferenceColumn } from './columns.js';
import { Channel } from './channel.entity.js';

/** A pinned message of a channel or thread. Writers lock the channel's row. */
@Entity('pins')
@Index('pins_newest_idx', ['channelId', 'id'])
export class Pin extends Created {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** Of the message. No message's row is ever deleted alone, so it needs no foreign key. */
  @PrimaryColumn('integer')
  seq!: number;

  /** Sorts by time. */
  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;
}
