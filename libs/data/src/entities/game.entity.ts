import {
  GAME_KINDS,
  GAME_STATUSES,
  GAME_STORIES,
  type GameKind,
  type GameOutcome,
  type GameStatus,
  type GameStory,
  GO_SCORINGS,
  GO_SIZES,
  type GoScoring,
  type GoSize,
} from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Channel } from './channel.entity.js';
import { Created, MOMENT, PrimaryReferenceColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

const oneOf = (column: string, values: readonly string[]): string =>
  `"${column}" in (${values.map((value) => `'${value}'`).join(', ')})`;

/**
 * A game: what the message that offers it shows. Its thread has the events, as `Message.event`; the state follows from them, and
 * the columns that repeat it are written with each event. Writers lock the thread's row.
 */
@Entity('games')
@Unique('games_number_key', ['parentId', 'number'])
@Index('games_place_idx', ['parentId', 'status', 'channelId'])
@Index('games_open_idx', ['status', 'channelId'], { where: '"is_open_to_visitors"' })
@Index('games_deadline_at_idx', ['deadlineAt'], { where: '"deadline_at" is not null' })
@Index('games_invited_id_idx', ['invitedId'], { where: '"invited_id" is not null' })
@Check('games_kind_check', oneOf('kind', GAME_KINDS))
@Check('games_status_check', oneOf('status', GAME_STATUSES))
@Check('games_size_check', oneOf('size', GO_SIZES))
@Check('games_scoring_check', oneOf('scoring', GO_SCORINGS))
@Check('games_story_check', oneOf('story', GAME_STORIES))
export class Game extends Created {
  /** The thread. */
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** The channel or conversation of the thread. */
  @ReferenceColumn(() => Channel, 'CASCADE')
  parentId!: string;

  /** Counts the games of the channel. */
  @Column('integer')
  number!: number;

  @Column('text')
  kind!: GameKind;

  @Column('text', { nullable: true })
  size!: GoSize | null;

  @Column('text', { nullable: true })
  scoring!: GoScoring | null;

  @Column('text', { nullable: true })
  story!: GameStory | null;

  /** Where chess or Go starts from, as the first event has it; null for the usual start. */
  @Column('text', { nullable: true })
  position!: string | null;

  /** The time of each player for all moves; 0 if each move has its own. */
  @Column('integer')
  bankSeconds!: number;

  @Column('integer')
  moveSeconds!: number;

  @Column('text', { default: 'open' })
  status!: GameStatus;

  /** The member who may take the other seat; null for everybody. */
  @ReferenceColumn(() => User, 'SET NULL')
  invitedId!: string | null;

  /** What the first event commits to. Never sent before the end. */
  @Column('text', { nullable: true })
  secret!: string | null;

  @Column('smallint', { array: true, default: [] })
  toMove!: number[];

  /** When the time of the present move is over. Null unless it is active. */
  @Column({ ...MOMENT, nullable: true })
  deadlineAt!: Date | null;

  @Column('integer', { default: 0 })
  eventCount!: number;

  @Column('text', { nullable: true })
  lastMove!: string | null;

  @Column('jsonb', { nullable: true })
  outcome!: GameOutcome | null;

  @Column('boolean', { default: false })
  isOpenToVisitors!: boolean;

  @Column({ ...MOMENT, nullable: true })
  endedAt!: Date | null;
}
