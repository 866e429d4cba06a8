import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ConstellationNode } from './constellation-node.entity.js';
import { Tag } from './tag.entity.js';

/** A public tag of a public member. Indexed in both directions to find members with shared tags. */
@Entity('user_tags')
@Index('user_tags_tag_id_idx', ['tagId', 'userId'])
export class UserTag {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_tags_pkey' })
  userId!: string;

  @ManyToOne(() => ConstellationNode, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_tags_user_id_fkey' })
  node?: Relation<ConstellationNode>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_tags_pkey' })
  tagId!: string;

  @ManyToOne(() => Tag, { onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'tag_id', foreignKeyConstraintName: 'user_tags_tag_id_fkey' })
  tag?: Relation<Tag>;
}
