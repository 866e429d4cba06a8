import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Channel } from './channel.entity.js';
import { NOW, PrimaryReferenceColumn } from './columns.js';

/** An erased account's messages lost their author: one revision of the channel. */
@Entity('author_removals')
@Index('author_removals_named_idx', ['removedAt'], { where: '"user_id" is not null' })
export class AuthorRemoval {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  @PrimaryColumn('integer')
  rev!: number;

  /** The id of the erased account; null after its retention period. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column(NOW)
  removedAt!: Date;
}
