import type { ApplicationAnswer, ApplicationState } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** What a member answered who wants to join a server that asks questions. It waits, or was declined; accepted, it is deleted. */
@Entity('applications')
@Unique('applications_server_id_user_id_key', ['serverId', 'userId'])
@Index('applications_waiting_idx', ['serverId', 'state', 'id'])
@Index('applications_own_idx', ['userId', 'state'])
@Index('applications_declined_idx', ['decidedAt'], { where: '"decided_at" is not null' })
@Check('applications_state_check', `"state" in ('waiting', 'declined')`)
@Check('applications_decided_check', `("state" = 'waiting') = ("decided_at" is null)`)
export class Application extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** With the questions as they were asked. */
  @Column('jsonb')
  answers!: ApplicationAnswer[];

  @Column('text', { default: 'waiting' })
  state!: ApplicationState;

  /** What staff say to the applicant. */
  @Column('text', { nullable: true })
  word!: string | null;

  @Column({ ...MOMENT, nullable: true })
  decidedAt!: Date | null;
}
