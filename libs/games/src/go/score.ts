import type { GameOutcome, GoScoring } from '@oniverse/contracts';
import { chainAt, pointAt, STONES, withPoints } from './board.js';
import type { GoPoint, GoState } from './go-state.js';

/** What White gets for moving second, as is usual with each way of counting. */
export const GO_KOMI: Record<GoScoring, number> = { area: 7.5, territory: 6.5 };

/**
 * Returns the points of Black and White, with komi. Marked stones count as captured. Territory in seki counts as any
 * other, since nobody marks seki.
 */
export function goScore(
  { board, size, dead, captured }: Pick<GoState, 'board' | 'size' | 'dead' | 'captured'>,
  scoring: GoScoring,
): [number, number] {
  const cleared = withPoints(board, dead, '.');
  const owners = pointOwners(cleared, size);
  const stones = pointsOf(cleared);
  const marked = dead.map((index) => pointAt(board, index));
  const total = (seat: 0 | 1): number => {
    const own = STONES[seat];
    return (
      count(owners, own) +
      (scoring === 'area' ? count(stones, own) : captured[seat] + count(marked, STONES[seat === 0 ? 1 : 0]))
    );
  };
  return [total(0), total(1) + GO_KOMI[scoring]];
}

const pointsOf = (board: string): GoPoint[] => Array.from(board, (_, index) => pointAt(board, index));

const count = (points: readonly GoPoint[], wanted: GoPoint): number =>
  points.filter((point) => point === wanted).length;

/** Returns the outcome of a game that both players ended. The komi excludes draws. */
export function goOutcome(game: GoState, scoring: GoScoring): GameOutcome {
  const [black, white] = goScore(game, scoring);
  const winner = black > white ? 0 : 1;
  return {
    reason: 'score',
    winners: [winner],
    score: `${STONES[winner]}+${Math.abs(black - white)}`,
  };
}

/** Returns who surrounds each empty point; `.` for all other points. */
export function pointOwners(board: string, size: number): GoPoint[] {
  const owners = new Map<number, GoPoint>();
  return pointsOf(board).map((point, index) => {
    if (point !== '.') return '.';
    if (!owners.has(index)) {
      const { points, borders } = chainAt(board, size, index);
      const [owner = '.', ...others] = borders;
      for (const empty of points) owners.set(empty, others.length === 0 ? owner : '.');
    }
    return owners.get(index) ?? '.';
  });
}
