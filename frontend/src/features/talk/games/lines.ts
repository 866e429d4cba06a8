import { gameName, type GameKind, type GamePlayer, type GameView } from '@oniverse/contracts';
import { GAMES_TEXTS as TEXTS } from './games.texts.js';

type Players = Pick<GameView, 'players'>;

/** Returns the name of a player, without its `@`. */
export const playerName = ({ author }: Pick<GamePlayer, 'author'>): string =>
  author?.username ?? TEXTS.former;

/** Returns the name of the player in a seat. */
export const nameAt = ({ players }: Players, seat: number): string =>
  playerName(players.find((player) => player.seat === seat) ?? { author: null });

const LIST = new Intl.ListFormat('en');

export const namesAt = (game: Players, seats: readonly number[]): string =>
  LIST.format(seats.map((seat) => nameAt(game, seat)));

/** Returns how a game ended, in a sentence; undefined if it has not. */
export const outcomeLine = (game: Players, outcome: GameView['outcome'] | undefined): string | undefined =>
  outcome
    ? TEXTS.outcome(outcome, outcome.winners.length > 0 ? namesAt(game, outcome.winners) : undefined)
    : undefined;

/** Returns the name of a game in its talk: `Go 9×9, game 12`. */
export const gameLine = (game: Pick<GameView, 'kind' | 'size' | 'number'>): string =>
  TEXTS.name(gameName(game), game.number);

/** Returns what the pieces of a seat look like; undefined where all play alike. */
export const sideOf = (kind: GameKind, seat: number): string | undefined =>
  kind === 'chess' || kind === 'go' ? TEXTS.sides[kind][seat] : undefined;
