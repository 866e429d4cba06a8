import { type GamePause, type GameState, onClock } from '@oniverse/games';
import { serverNow } from '../../../api/server-clock.js';
import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import { clockOf, clockTime } from './table.js';

function RunningClock({ overAt, pauses }: { overAt: number; pauses: readonly GamePause[] }) {
  return (
    <span className="player__time" role="timer">
      {clockTime(useSecondsUntil(overAt, () => onClock(serverNow(), pauses)) * 1_000)}
    </span>
  );
}

interface GameClockProps {
  state: GameState;
  seat: number;
  pauses: readonly GamePause[];
}

/** The time that a player has left, on the clock of the server. */
export function GameClock({ state, seat, pauses }: GameClockProps) {
  const clock = clockOf(state, seat);
  if (!clock) return null;
  return 'left' in clock ? (
    <span className="player__time">{clockTime(clock.left)}</span>
  ) : (
    <RunningClock overAt={clock.overAt} pauses={pauses} />
  );
}
