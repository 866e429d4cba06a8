import { Check, Column, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, NOW, ReferenceColumn, TagsColumn } from './columns.js';
import { Server } from './server.entity.js';
import { User } from './user.entity.js';

/** A link that could exist, or a dimension to find some in. Dismissed ones stay, so that they never return. */
@Entity('suggestions')
@Index('suggestions_own_idx', ['userId', 'id'])
@Index('suggestions_member_key', ['memberId', 'userId'], { unique: true, where: '"member_id" is not null' })
@Index('suggestions_server_key', ['serverId', 'userId'], { unique: true, where: '"server_id" is not null' })
@Check('suggestions_kind_check', `"kind" in ('private', 'kept', 'shared', 'dimension')`)
@Check('suggestions_subject_check', 'num_nonnulls("member_id", "server_id") = 1')
export class Suggestion {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** Where the member has the tags: in private items, kept, or shown. */
  @Column('text')
  kind!: 'private' | 'kept' | 'shared' | 'dimension';

  @ReferenceColumn(() => User, 'CASCADE', { nullable: true })
  memberId!: string | null;

  @ReferenceColumn(() => Server, 'CASCADE', { nullable: true })
  serverId!: string | null;

  @TagsColumn()
  tags!: string[];

  @Column(NOW)
  createdAt!: Date;

  @Column({ ...MOMENT, nullable: true })
  dismissedAt!: Date | null;
}
