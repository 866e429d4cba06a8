import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { GameTimes } from './game-times.service.js';

const EVERY_MS = 15_000;
/** Limits the work of one run. The next one continues. */
const MAX_GAMES = 100;

/** Ends the time of players who left the dimension or conversation of a game, were removed from it, or erased their account. */
@Injectable()
export class EndAbsences implements MaintenanceJob {
  readonly name = 'end-absences';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly times: GameTimes,
  ) {}

  /** @returns the number of games */
  async run(): Promise<number> {
    const games: { id: string; seats: number[] }[] = await this.dataSource.query(
      `SELECT game.channel_id AS id, array_agg(player.seat ORDER BY player.seat) AS seats
         FROM games game JOIN game_players player ON player.game_id = game.channel_id AND NOT player.is_out
        WHERE game.deadline_at IS NOT NULL
          AND (player.user_id IS NULL OR NOT EXISTS (SELECT FROM channel_member(game.channel_id, player.user_id)))
        GROUP BY game.channel_id LIMIT ${MAX_GAMES}`,
    );
    for (const { id, seats } of games) {
      const absent = seats.values();
      await this.times.end(id, () => absent.next().value);
    }
    return games.length;
  }
}
