import { Check, Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { IdColumn, MOMENT, NOW, OwnerRelation, TagsColumn } from './columns.js';
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
  @IdColumn('suggestions_pkey')
  id!: string;

  @Column('uuid')
  userId!: string;

  @OwnerRelation('suggestions', () => User)
  user?: Relation<User>;

  /** Where the member has the tags: in private items, kept, or shown. */
  @Column('text')
  kind!: 'private' | 'kept' | 'shared' | 'dimension';

  @Column('uuid', { nullable: true })
  memberId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id', foreignKeyConstraintName: 'suggestions_member_id_fkey' })
  member?: Relation<User> | null;

  @Column('uuid', { nullable: true })
  serverId!: string | null;

  @ManyToOne(() => Server, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'server_id', foreignKeyConstraintName: 'suggestions_server_id_fkey' })
  server?: Relation<Server> | null;

  @TagsColumn()
  tags!: string[];

  @Column(NOW)
  createdAt!: Date;

  @Column({ ...MOMENT, nullable: true })
  dismissedAt!: Date | null;
}
