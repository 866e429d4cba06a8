import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { IndexedChannel } from './indexed-channel.entity.js';

/** What a message is found by. The worker adds rows, and a trigger keeps them equal to the text. */
@Entity('message_terms')
@Index('message_terms_place_idx', ['placeId', 'messageId'])
// Its storage parameter is one that TypeORM cannot express; a migration creates it.
@Index('message_terms_terms_idx', { synchronize: false })
export class MessageTerms {
  /** References {@link IndexedChannel}: a check of `channels` for each batch would lock rows that senders update. */
  @PrimaryReferenceColumn(() => IndexedChannel, 'CASCADE')
  channelId!: string;

  /** Of the message. No message's row is ever deleted alone, so it needs no foreign key. */
  @PrimaryColumn('integer')
  seq!: number;

  /** Sorts by time. */
  @Column('uuid')
  messageId!: string;

  /** What a member joins to search it: the server, or the conversation. It never changes. */
  @Column('uuid')
  placeId!: string;

  /** The channel that decides who reads it: for a thread, its parent. */
  @Column('uuid')
  rootId!: string;

  /** Empty for a deleted message. */
  @Column({ type: 'tsvector', select: false, insert: false, update: false })
  terms?: string;
}
