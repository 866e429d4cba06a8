import type { GameView } from '@oniverse/contracts';

/** Returns the seat of a member in a game. */
export const seatOf = (
  { players }: Pick<GameView, 'players'>,
  userId: string | undefined,
): number | undefined =>
  userId === undefined ? undefined : players.find((player) => player.userId === userId)?.seat;
