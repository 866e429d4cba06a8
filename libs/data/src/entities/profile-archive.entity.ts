import { Column, Entity, Index } from 'typeorm';
import { Capsule } from './capsule.entity.js';
import { Created, IdColumn, ReferenceColumn, TagsColumn } from './columns.js';
import { User } from './user.entity.js';

/** A snapshot of a profile. */
@Entity('profile_archives')
@Index('profile_archives_own_idx', ['userId', 'id'])
@Index('profile_archives_shown_idx', ['userId'], { unique: true, where: '"is_shown_publicly"' })
@Index('profile_archives_capsule_id_idx', ['capsuleId', 'id'])
export class ProfileArchive extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @ReferenceColumn(() => Capsule, 'SET NULL')
  capsuleId!: string | null;

  @Column('text')
  title!: string;

  @Column('text')
  markdownContent!: string;

  @TagsColumn()
  tags!: string[];

  /** The tags given explicitly, which stay when the text changes. */
  @TagsColumn()
  givenTags!: string[];

  @Column('boolean', { default: false })
  isHidden!: boolean;

  /** Whether the member's public page shows it beside the present text. At most one per member. */
  @Column('boolean', { default: false })
  isShownPublicly!: boolean;
}
