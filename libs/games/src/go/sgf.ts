import type { GameOutcome, GameSetup } from '@oniverse/contracts';
import type { GameRecord, RecordDetails } from '../engine/rules.js';
import type { GameState } from '../engine/state.js';
import { pointIndex, STONES } from './board.js';
import { readGoDiagram, stonesOf } from './diagram.js';
import type { GoState } from './go-state.js';
import { GO_KOMI } from './score.js';

const COORDINATES = 'abcdefghijklmnopqrs';
const RULES = { area: 'Chinese', territory: 'Japanese' } as const;

/** Returns the record of a game in SGF, https://www.red-bean.com/sgf/ */
export function goRecord(
  { setup, moves, outcome }: GameState,
  { size }: GoState,
  { names, event, date }: RecordDetails,
): GameRecord {
  const { scoring = 'area', bankSeconds, moveSeconds } = setup;
  const root: [string, string][] = [
    ['FF', '4'],
    ['GM', '1'],
    ['CA', 'UTF-8'],
    ['SZ', String(size)],
    ['RU', RULES[scoring]],
    ['KM', String(GO_KOMI[scoring])],
    ...(bankSeconds === 0 ? [] : [['TM', String(bankSeconds)] satisfies [string, string]]),
    ['OT', bankSeconds === 0 ? `${moveSeconds} s a move` : `${moveSeconds} s added a move`],
    ['EV', event],
    ['DT', date],
    ['PB', names[0] ?? ''],
    ['PW', names[1] ?? ''],
    ...(outcome ? [['RE', resultOf(outcome)] satisfies [string, string]] : []),
  ];
  const nodes = moves.flatMap(({ seat, text }) => {
    const point = text === 'pass' ? '' : coordinates(size, text);
    return point === undefined ? [] : [`;${STONES[seat === 0 ? 0 : 1]}[${point}]`];
  });
  const properties = root.map(([name, value]) => `${name}[${value.replaceAll(/[\\\]]/gu, String.raw`\$&`)}]`);
  return { type: 'sgf', text: `(;${properties.join('')}${startOf(setup, size)}\n${nodes.join('')})\n` };
}

/** Returns a point in SGF; undefined for what is no point, such as a mark after the last pass. */
function coordinates(size: number, name: string): string | undefined {
  const index = pointIndex(size, name);
  return index === undefined ? undefined : coordinatesAt(size, index);
}

const coordinatesAt = (size: number, index: number): string =>
  `${COORDINATES[index % size]}${COORDINATES[Math.floor(index / size)]}`;

/** Returns the properties of the position that a game starts from; empty for an empty board. */
function startOf({ position }: GameSetup, size: number): string {
  if (position === undefined) return '';
  const { board, turn } = readGoDiagram(position);
  const added = stonesOf(board).map((stones, seat) =>
    stones.length === 0
      ? ''
      : `A${STONES[seat]}${stones.map((index) => `[${coordinatesAt(size, index)}]`).join('')}`,
  );
  return `${added.join('')}PL[${STONES[turn]}]`;
}

function resultOf({ reason, winners: [winner], score }: GameOutcome): string {
  if (winner === undefined) return '0';
  const stone = STONES[winner === 0 ? 0 : 1];
  if (reason === 'resignation') return `${stone}+R`;
  return reason === 'time' ? `${stone}+T` : (score ?? `${stone}+`);
}
