import { Entity, Index } from 'typeorm';
import { PrimaryReferenceColumn } from './columns.js';
import { ConstellationNode } from './constellation-node.entity.js';
import { Tag } from './tag.entity.js';

/** A public tag of a public member. Indexed in both directions to find members with shared tags. */
@Entity('user_tags')
@Index('user_tags_tag_id_idx', ['tagId', 'userId'])
export class UserTag {
  @PrimaryReferenceColumn(() => ConstellationNode, 'CASCADE')
  userId!: string;

  @PrimaryReferenceColumn(() => Tag, 'NO ACTION')
  tagId!: string;
}
