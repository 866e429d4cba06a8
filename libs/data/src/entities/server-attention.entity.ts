import { ATTENTION_LEVELS, type AttentionLevel } from '@oniverse/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
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
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'server_attention_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'server_attention_user_id_fkey' })
  user?: Relation<User>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'server_attention_pkey' })
  serverId!: string;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'server_attention_server_id_fkey' })
  server?: Relation<Server>;

  @Column('text')
  level!: AttentionLevel;
}
