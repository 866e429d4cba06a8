import { ATTENTION_LEVELS, type AttentionLevel } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** What a member wants to hear of in a server. No row means the default level. Goes with the membership. */
@Entity('server_attention')
@Index('server_attention_level_idx', ['serverId', 'level', 'userId'])
@Check(
  'server_attention_level_check',
  `"level" in (${ATTENTION_LEVELS.map((level) => `'${level}'`).join(', ')})`,
)
export class ServerAttention {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Server, 'CASCADE')
  serverId!: string;

  @Column('text')
  level!: AttentionLevel;
}
