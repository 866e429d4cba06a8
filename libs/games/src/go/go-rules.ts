import type { GameSetup, GoScoring } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';
import type { GameRules, Step } from '../engine/rules.js';
import { chainAt, emptyBoard, placeStone, pointAt, pointIndex, STONES } from './board.js';
import { goDiagram, readGoDiagram } from './diagram.js';
import type { GoState } from './go-state.js';
import { goOutcome } from './score.js';
import { goRecord } from './sgf.js';

const SIDES = ['Black', 'White'] as const;
const PASSES_TO_SCORING = 2;
const MARK = /^(?<mark>dead|alive) (?<point>\S+)$/u;

/**
 * Go, with Black in seat 0: no suicide, no board twice (positional superko). After two passes, players mark dead stones
 * (`dead D4`, `alive D4`) until both agree (`done`), or play on (`resume`).
 */
export const goRules: GameRules<GoState> = {
  sides: SIDES,

  begin: ({ size, position }) =>
    nextTurn(
      position === undefined
        ? goStateAt({ size, board: emptyBoard(Number(size)), captured: [0, 0], turn: 0 })
        : goStateAt(readGoDiagram(position)),
    ),

  readPosition(text) {
    const start = readGoDiagram(text);
    return {
      position: `${goDiagram(goStateAt(start))}\n${SIDES[start.turn]} to move.`,
      size: start.size,
    };
  },

  readMove(_setup, game, _seat, typed) {
    const words = typed.trim().toLowerCase().split(/\s+/u);
    const point = words.at(-1)?.toUpperCase() ?? '';
    const isPoint = pointIndex(game.size, point) !== undefined;
    return { move: (isPoint ? [...words.slice(0, -1), point] : words).join(' ') };
  },

  play(setup, game, seat, { move }) {
    if (game.phase === 'scoring') return playScoring(setup, game, seat, move);
    if (move === 'pass') return pass(game, seat);
    const index = pointIndex(game.size, move);
    if (index === undefined || pointAt(game.board, index) !== '.') throw new GameRefusal('illegal_move');
    const placed = placeStone(game.board, game.size, index, STONES[seat === 0 ? 0 : 1]);
    if (!placed || game.positions.includes(placed.board)) throw new GameRefusal('illegal_move');
    const { board, captured } = placed;
    const [black, white] = game.captured;
    return nextTurn({
      ...game,
      board,
      lastPoint: index,
      lastCaptured: captured,
      captured: seat === 0 ? [black + captured, white] : [black, white + captured],
      passes: 0,
      canResume: true,
      turn: 1 - seat,
      positions: [...game.positions, board],
    });
  },

  leave(setup, game, seat, reason) {
    // Without an agreement all stones stay, so that neither player gains by marking stones and waiting.
    if (reason === 'time' && game.phase === 'scoring') return scored(setup, { ...game, dead: [] });
    return { game, toMove: [], outcome: { reason, winners: [1 - seat] } };
  },

  positionText: (_setup, game) => goDiagram(game),

  moveSentence(_setup, { phase, lastCaptured, passes }, { move }) {
    const { mark, point } = MARK.exec(move)?.groups ?? {};
    if (mark !== undefined) return `marks the stones at ${point} as ${mark}`;
    switch (move) {
      case 'done':
        return 'agrees on the marked stones';
      case 'resume':
        return 'plays on';
      case 'pass':
        return phase === 'scoring' && passes >= PASSES_TO_SCORING
          ? 'passes too: now mark dead stones'
          : 'passes';
      default:
        if (lastCaptured === 0) return `plays ${move}`;
        return `plays ${move} and captures ${lastCaptured === 1 ? 'a stone' : `${lastCaptured} stones`}`;
    }
  },

  record: goRecord,
};

/** Returns how points count in a game. */
export const scoringOf = ({ scoring = 'area' }: GameSetup): GoScoring => scoring;

/** Returns the state at a position that no move led to. */
const goStateAt = ({
  size,
  ...start
}: Pick<GoState, 'board' | 'captured' | 'turn'> & Pick<GameSetup, 'size'>): GoState => ({
  kind: 'go',
  size: Number(size),
  ...start,
  phase: 'play',
  lastCaptured: 0,
  passes: 0,
  dead: [],
  agreed: [],
  canResume: true,
  positions: [start.board],
});

const nextTurn = (game: GoState): Step<GoState> => ({ game, toMove: [game.turn] });

function pass(game: GoState, seat: number): Step<GoState> {
  const { lastPoint: _last, ...rest } = game;
  const passed: GoState = { ...rest, lastCaptured: 0, passes: game.passes + 1, turn: 1 - seat };
  return passed.passes < PASSES_TO_SCORING
    ? nextTurn(passed)
    : { game: { ...passed, phase: 'scoring', dead: [], agreed: [] }, toMove: [0, 1] };
}

function playScoring(setup: GameSetup, game: GoState, seat: number, move: string): Step<GoState> {
  if (move === 'resume') {
    if (!game.canResume) throw new GameRefusal('illegal_move');
    return nextTurn({ ...game, phase: 'play', passes: 0, dead: [], agreed: [], canResume: false });
  }
  if (move === 'done') {
    const agreed = [...game.agreed, seat];
    const toMove = [0, 1].filter((other) => !agreed.includes(other));
    return toMove.length === 0
      ? scored(setup, { ...game, agreed })
      : { game: { ...game, agreed }, toMove, sameTurn: true };
  }
  const { mark, point = '' } = MARK.exec(move)?.groups ?? {};
  const index = pointIndex(game.size, point);
  if (index === undefined || pointAt(game.board, index) === '.') throw new GameRefusal('illegal_move');
  const { points } = chainAt(game.board, game.size, index);
  if (game.dead.includes(index) === (mark === 'dead')) throw new GameRefusal('illegal_move');
  const others = game.dead.filter((other) => !points.includes(other));
  const dead = mark === 'dead' ? [...others, ...points].toSorted((a, b) => a - b) : others;
  return { game: { ...game, dead, agreed: [] }, toMove: [0, 1], sameTurn: true };
}

function scored(setup: GameSetup, game: GoState): Step<GoState> {
  return { game, toMove: [], outcome: goOutcome(game, scoringOf(setup)) };
}
