import type { GameSetup } from '@oniverse/contracts';
import type { GameState } from './state.js';

type Clocks = Pick<GameState, 'banks' | 'turnStartedAt'>;

/** Returns the clocks at the start of a game. */
export function startClocks({ bankSeconds, seats }: GameSetup, at: number): Clocks {
  return {
    banks: bankSeconds === 0 ? [] : Array.from({ length: seats }, () => bankSeconds * 1_000),
    turnStartedAt: at,
  };
}

/**
 * Returns the clocks after an event that may change the turn. The time since the last one is taken from the banks of all
 * who could move.
 * @param next.mover the seat that ended its turn by a move, which its bank is credited for
 */
export function advanceClocks(
  { setup, toMove, banks, turnStartedAt }: GameState,
  at: number,
  { mover, sameTurn = false }: { mover?: number; sameTurn?: boolean },
): Clocks {
  if (banks.length === 0) return { banks, turnStartedAt: sameTurn ? turnStartedAt : at };
  const elapsed = Math.max(0, at - turnStartedAt);
  const increment = sameTurn ? 0 : setup.moveSeconds * 1_000;
  return {
    banks: banks.map((bank, seat) => {
      const left = toMove.includes(seat) ? Math.max(0, bank - elapsed) : bank;
      return seat === mover ? left + increment : left;
    }),
    turnStartedAt: at,
  };
}

/** Returns when the time of the present turn is over, in ms; null if the game is over. */
export function deadlineOf({ setup, status, toMove, banks, turnStartedAt }: GameState): number | null {
  if (status === 'over') return null;
  const left = toMove.flatMap((seat) => banks[seat] ?? []);
  return turnStartedAt + (left.length > 0 ? Math.min(...left) : setup.moveSeconds * 1_000);
}
