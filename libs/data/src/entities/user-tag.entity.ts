import { Entity, Index, PrimaryColumn } from 'typeorm';
import { References } from './columns.js';
import { ConstellationNode } from './constellation-node.entity.js';
import { Tag } from './tag.entity.js';

/** A public tag of a public member. Indexed in both directions to find members with shared tags. */
@Entity('user_tags')
@Index('user_tags_tag_id_idx', ['tagId', 'userId'])
export class UserTag {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_tags_pkey' })
  @References(() => ConstellationNode, 'CASCADE')
  userId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_tags_pkey' })
  @References(() => Tag, 'NO ACTION')
  tagId!: string;
}
