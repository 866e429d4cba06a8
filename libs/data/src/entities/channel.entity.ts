import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { IdColumn, MOMENT } from './columns.js';
import { Server } from './server.entity.js';

@Entity('channels')
@Index('channels_server_id_idx', ['serverId'])
@Index('channels_default_key', ['serverId'], { unique: true, where: '"is_default"' })
export class Channel {
  @IdColumn('channels_pkey')
  id!: string;

  @Column('uuid')
  serverId!: string;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'channels_server_id_fkey' })
  server?: Relation<Server>;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean', { default: false })
  isDefault!: boolean;

  /** The `seq` of the newest message; increased under the row's lock. */
  @Column('integer', { default: 0 })
  lastSeq!: number;

  /** The revision; increased under the row's lock. */
  @Column('integer', { default: 0 })
  lastRev!: number;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;

  @UpdateDateColumn(MOMENT)
  updatedAt!: Date;
}
