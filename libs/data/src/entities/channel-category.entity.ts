import { Column, Entity, Index } from 'typeorm';
import { Dated, IdColumn, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';

/** A named group in a server's list of channels. */
@Entity('channel_categories')
@Index('channel_categories_server_id_idx', ['serverId'])
export class ChannelCategory extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @Column('text')
  name!: string;

  /** Sorts the categories of a server. */
  @Column('integer')
  position!: number;
}
