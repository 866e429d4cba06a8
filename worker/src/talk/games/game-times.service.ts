import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import {
  appendGameEvent,
  type LockedGame,
  lockGame,
  MESSAGE_REVISED_TOPIC,
  type MessageRevisedHint,
  postponeDeadline,
  readGame,
} from '@oniverse/data';
import type { GameState } from '@oniverse/games';
import { LivePublisher } from '@oniverse/platform';
import { DataSource } from 'typeorm';

/** Returns the seat whose time is over next; undefined if there is none. */
export type NextSeat = (state: GameState, game: LockedGame) => number | undefined;

/** Stores that the time of players is over, as events of their games. */
@Injectable()
export class GameTimes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  /** Ends the time of the seats of a game, one after the other. Another worker that does so at the same time finds none. */
  async end(gameId: string, nextSeat: NextSeat): Promise<void> {
    const rev = await this.dataSource.transaction(async (manager) => {
      const game = await lockGame(manager, gameId);
      if (game?.status !== 'active') return undefined;
      let state = await readGame(manager, game);
      let last: number | undefined;
      for (let seat = nextSeat(state, game); seat !== undefined; seat = nextSeat(state, game)) {
        const event = { type: 'time', seat } as const;
        const userId = game.players.get(seat) ?? null;
        const stored = await appendGameEvent(manager, game, state, { event, userId, nonce: randomUUID() });
        ({ state, rev: last } = stored);
        if (state.status === 'over') break;
      }
      // A pause since the last event postpones the end of the turn.
      if (last === undefined) await postponeDeadline(manager, game, state);
      return last;
    });
    if (rev === undefined) return;
    this.live.publish('game:changed', ROOMS.game(gameId), { gameId });
    this.live.publishHint(MESSAGE_REVISED_TOPIC, { channelId: gameId, rev } satisfies MessageRevisedHint);
  }
}
