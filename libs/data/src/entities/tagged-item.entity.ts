import { Entity, PrimaryColumn } from 'typeorm';

/**
 * A tag of a visible post or picture. Its key lists the newest items of a tag without reading the others, which neither
 * an index on `posts.tags` nor one on the ids can do. Triggers on `posts` and `images` maintain it.
 */
@Entity('tagged_items')
export class TaggedItem {
  @PrimaryColumn('text')
  tag!: string;

  @PrimaryColumn('text')
  kind!: 'post' | 'image';

  @PrimaryColumn('uuid')
  itemId!: string;
}
