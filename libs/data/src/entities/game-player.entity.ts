import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryReferenceColumn, ReferenceColumn } from './columns.js';
import { Game } from './game.entity.js';
import { User } from './user.entity.js';

/** A member at a seat of a game. The seat stays when the account is erased. */
@Entity('game_players')
@Index('game_players_member_key', ['userId', 'gameId'], { unique: true, where: '"user_id" is not null' })
export class GamePlayer {
  @PrimaryReferenceColumn(() => Game, 'CASCADE')
  gameId!: string;

  /** From 0, which moves first. */
  @PrimaryColumn('smallint')
  seat!: number;

  @ReferenceColumn(() => User, 'SET NULL')
  userId!: string | null;

  /** Whether they resigned, or their time is over. */
  @Column('boolean', { default: false })
  isOut!: boolean;
}
