import { WAVE_STATES, type WaveState } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** Copies of texts by new accounts, which staff of the platform decide about together. Its counts follow `new_texts`. */
@Entity('spam_waves')
@Index('spam_waves_open_idx', ['id'], { where: `"state" not in ('removed', 'dismissed')` })
@Index('spam_waves_decided_idx', ['decidedAt'], { where: '"decided_at" is not null' })
@Index('spam_waves_decided_by_idx', ['decidedBy'], { where: '"decided_by" is not null' })
@Check('spam_waves_state_check', `"state" in (${WAVE_STATES.map((state) => `'${state}'`).join(', ')})`)
@Check('spam_waves_decided_check', `("state" = 'open') = ("decided_at" is null)`)
export class SpamWave extends Created {
  @IdColumn()
  id!: string;

  @Column('text', { default: 'open' })
  state!: WaveState;

  /** The beginning of one of its texts; null if all of them are in private channels. */
  @Column('text', { nullable: true })
  sample!: string | null;

  @Column('integer', { default: 0 })
  accounts!: number;

  @Column('integer', { default: 0 })
  texts!: number;

  /** How many messages, posts and replies of its accounts a job has removed, and not returned. */
  @Column('integer', { default: 0 })
  removed!: number;

  /** When it was decided, which is also the time of its suspensions. */
  @Column({ ...MOMENT, nullable: true })
  decidedAt!: Date | null;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  decidedBy!: string | null;
}
