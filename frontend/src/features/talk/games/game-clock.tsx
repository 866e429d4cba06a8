import type { GameState } from '@oniverse/games';
import { serverNow } from '../../../api/server-clock.js';
import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import { clockOf, clockTime } from './table.js';

function RunningClock({ overAt }: { overAt: number }) {
  return (
    <span className="player__time" role="timer">
      {clockTime(useSecondsUntil(overAt, serverNow) * 1_000)}
    </span>
  );
}

/** The time that a player has left, on the clock of the server. */
export function GameClock({ state, seat }: { state: GameState; seat: number }) {
  const clock = clockOf(state, seat);
  if (!clock) return null;
  return 'left' in clock ? (
    <span className="player__time">{clockTime(clock.left)}</span>
  ) : (
    <RunningClock overAt={clock.overAt} />
  );
}
