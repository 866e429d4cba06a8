import { Injectable } from '@nestjs/common';
import { MAINTENANCE_RUNS } from '@oniverse/data';
import { deadlineOf, onClock } from '@oniverse/games';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { GameTimes } from './game-times.service.js';

const EVERY_MS = 2_000;
/** Limits the work of one run. The next one continues. */
const MAX_GAMES = 100;

/** Ends the turns whose time is over. None ends while the site is read only, and that time counts for no player. */
@Injectable()
export class EndTurns implements MaintenanceJob {
  readonly name = 'end-turns';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly times: GameTimes,
  ) {}

  /** @returns the number of games */
  async run(): Promise<number> {
    const games: { id: string }[] = await this.dataSource.query(
      `SELECT channel_id AS id FROM games WHERE deadline_at <= now() AND NOT ${MAINTENANCE_RUNS} ORDER BY deadline_at LIMIT ${MAX_GAMES}`,
    );
    for (const { id } of games) {
      await this.times.end(id, (state, { now, pauses }) =>
        (deadlineOf(state) ?? Infinity) <= onClock(now, pauses) ? state.toMove[0] : undefined,
      );
    }
    return games.length;
  }
}
