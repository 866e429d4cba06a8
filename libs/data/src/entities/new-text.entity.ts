import { NEW_TEXT_KINDS, type NewTextKind } from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { SpamWave } from './spam-wave.entity.js';
import { User } from './user.entity.js';

/** A text of a new account, which later ones are compared with. What has the text may be gone, or never have been stored. */
@Entity('new_texts')
@Unique('new_texts_nonce_key', ['userId', 'channelId', 'nonce'])
@Index('new_texts_hash_idx', ['hash', 'createdAt'])
@Index('new_texts_wave_idx', ['waveId', 'userId'], { where: '"wave_id" is not null' })
@Index('new_texts_expired_idx', ['createdAt'], { where: '"wave_id" is null' })
@Check('new_texts_kind_check', `"kind" in (${NEW_TEXT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
export class NewText extends Created {
  @IdColumn()
  id!: string;

  /** Of its words. */
  @Column('bigint')
  hash!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  kind!: NewTextKind;

  /** Of a message. */
  @Column('uuid', { nullable: true })
  channelId!: string | null;

  /** The post, reply or edited message; null for a new message, which its nonce names. */
  @Column('uuid', { nullable: true })
  subjectId!: string | null;

  @Column('text', { nullable: true })
  nonce!: string | null;

  /** Whether it was held, or refused, as a copy. */
  @Column('boolean', { default: false })
  isHeld!: boolean;

  @ReferenceColumn(() => SpamWave, 'CASCADE', { nullable: true })
  waveId!: string | null;
}
