import { Column, Entity, Index } from 'typeorm';
import { Created, MOMENT, PrimaryReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** What keeps a member without a role from writing in a server for a time, also after they left and returned. */
@Entity('time_outs')
@Index('time_outs_user_id_idx', ['userId'])
@Index('time_outs_newest_idx', ['serverId', 'id'])
@Index('time_outs_until_idx', ['until'])
export class TimeOut extends Created {
  @PrimaryReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('uuid', { default: () => 'uuidv7()' })
  id!: string;

  @Column(MOMENT)
  until!: Date;

  @Column('text')
  reason!: string;
}
