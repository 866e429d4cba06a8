import { describe, expect, it } from '@jest/globals';
import type { GameEvent } from '@oniverse/contracts';
import { replayGame } from '@oniverse/games';
import { EMPTY_CHANNEL } from '../log/channel.js';
import type { PlayOperation } from '../log/operations.js';
import { gameRecord, gameSetup, moves, played, storedEvents } from '../../../testing/games.js';
import { message } from '../../../testing/live-server.js';
import {
  clockOf,
  clockTime,
  knownEvents,
  lacksEvents,
  numberedMoves,
  pausesOf,
  predictedState,
  refusalOf,
  stamped,
} from './table.js';

const known = (...events: GameEvent[]) => {
  const stored = storedEvents(gameSetup(), ...events);
  return { ...gameRecord(stored), coveredSeq: stored.length };
};
const stateOf = (...texts: string[]) => played(gameSetup(), ...moves(...texts));
const loaded = (from: number, to: number, seq = to) => ({
  ...EMPTY_CHANNEL,
  ready: true,
  seq,
  messages: Array.from({ length: to - from + 1 }, (_, index) => message({ seq: from + index })),
});
const operation = (move: string, given: Partial<PlayOperation> = {}): PlayOperation => ({
  kind: 'play',
  id: move,
  userId: 'u-vesper',
  talkId: 'g-41',
  at: new Date().toISOString(),
  tab: 'tab',
  state: 'sending',
  command: 'move',
  move,
  ...given,
});

describe('the events of a table', () => {
  it('TLK-571 are those of the record, and the later ones of the thread, each once', () => {
    const record = known(...moves('e4'));
    const later = loaded(1, 3);
    const [event] = moves('e5');
    if (!event) throw new Error('There is a move.');
    later.messages[2] = message({ seq: 3, event: { ...event, seat: 1 } });
    expect(knownEvents(record, later).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(knownEvents(record, EMPTY_CHANNEL)).toBe(record.events);
  });

  it('TLK-571 are fetched again when what is loaded of the thread leaves a gap', () => {
    const record = known(...moves('e4'));
    expect(lacksEvents(record, EMPTY_CHANNEL)).toBe(false);
    expect(lacksEvents(record, loaded(1, 2))).toBe(false);
    expect(lacksEvents(record, loaded(3, 9))).toBe(false);
    expect(lacksEvents(record, loaded(4, 9))).toBe(true);
    // The end of the thread is evicted.
    expect(lacksEvents(record, loaded(1, 5, 9))).toBe(true);
  });
});

describe('a move that the server has not stored', () => {
  it('TLK-577 shows, and what the rules refuse by now does not', () => {
    const state = stateOf('e4', 'e5');
    expect(predictedState(state, [operation('Nf3')], 0).lastMove).toBe('Nf3');
    expect(predictedState(state, [operation('e5')], 0)).toBe(state);
    expect(predictedState(state, [operation('e5'), operation('Nf3')], 0)).toBe(state);
  });

  it('TLK-577 is refused in the words of the server', () => {
    const state = stateOf('e4');
    const now = Date.now();
    expect(refusalOf(state, 1, { type: 'move', move: 'e5' }, now)).toBeUndefined();
    expect(refusalOf(state, 0, { type: 'move', move: 'd4' }, now)).toBe('It is not your turn.');
    expect(refusalOf(state, 1, { type: 'move', move: 'Ke5' }, now)).toBe('The rules do not allow this move.');
    expect(refusalOf(state, 1, { type: 'move', move: 'e5' }, now + 700_000)).toBe(
      'The time for this move is over.',
    );
  });
});

describe('the clocks', () => {
  it('TLK-572 count down for the player who is to move, and stand for the other', () => {
    const state = stateOf('e4');
    expect(clockOf(state, 0)).toEqual({ left: state.banks[0] });
    expect(clockOf(state, 1)).toEqual({ overAt: state.turnStartedAt + 600_000 });
    const daily = played(gameSetup({ bankSeconds: 0, moveSeconds: 86_400 }));
    expect(clockOf(daily, 0)).toEqual({ overAt: daily.turnStartedAt + 86_400_000 });
    expect(clockOf(daily, 1)).toBeUndefined();
  });

  it('TLK-572 show minutes, hours or days', () => {
    expect(clockTime(372_000)).toBe('06:12');
    expect(clockTime(-5)).toBe('00:00');
    expect(clockTime(18_372_000)).toBe('5:06:12');
    expect(clockTime(53 * 3_600_000)).toBe('2 d 05 h');
  });

  it('OPS-053 stand still during a maintenance', () => {
    const { setup } = stateOf();
    const events = storedEvents(setup, ...moves('e4'));
    const moved = Date.parse(events[1]?.at ?? '');
    const at = (ms: number) => new Date(moved + ms).toISOString();
    const pauses = pausesOf({ pauses: [{ from: at(60_000), to: at(3_660_000) }] });
    const state = replayGame(stamped(events, pauses));
    const late = operation('e5', { at: at(3_700_000) });
    expect(predictedState(state, [late], 1, pauses).banks[1]).toBe(600_000 - 100_000 + 5_000);
    expect(predictedState(state, [late], 1)).toBe(state);
  });
});

it('numbers moves of chess in pairs, and others one by one', () => {
  const numbers = numberedMoves(stateOf('e4', 'e5', 'Nf3')).map(({ number }) => number);
  expect(numbers).toEqual([1, undefined, 2]);
  const go = played(gameSetup({ kind: 'go', size: '9', scoring: 'area' }), ...moves('D4', 'E5'));
  expect(numberedMoves(go).map(({ number }) => number)).toEqual([1, 2]);
});
