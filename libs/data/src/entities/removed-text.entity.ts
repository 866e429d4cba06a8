import { NEW_TEXT_KINDS, type NewTextKind } from '@oniverse/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NOW, ReferenceColumn } from './columns.js';
import { SpamWave } from './spam-wave.entity.js';
import { User } from './user.entity.js';

/** The rows that the deletion of a message deletes, by their tables. */
export type RemovedRows = Readonly<
  Record<'mentions' | 'message_reactions' | 'pins' | 'message_versions', readonly object[]>
>;

/** A message, post or reply that was removed with a wave, as it was. While it is here, its files stay too. */
@Entity('removed_texts')
@Index('removed_texts_wave_idx', ['waveId', 'subjectId'])
@Index('removed_texts_user_idx', ['userId', 'subjectId'])
@Index('removed_texts_removed_idx', ['removedAt'])
@Check('removed_texts_kind_check', `"kind" in (${NEW_TEXT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
export class RemovedText {
  @PrimaryColumn('uuid')
  subjectId!: string;

  @Column('text')
  kind!: NewTextKind;

  @ReferenceColumn(() => SpamWave, 'CASCADE')
  waveId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** Empty for a post, which is only made private. */
  @Column('text')
  content!: string;

  /** Null unless it is a message. */
  @Column('jsonb', { nullable: true })
  rows!: RemovedRows | null;

  @Column(NOW)
  removedAt!: Date;
}
