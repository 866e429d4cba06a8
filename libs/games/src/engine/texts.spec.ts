import { describe, expect, it } from '@jest/globals';
import type { GameEvent, GameSetup } from '@oniverse/contracts';
import {
  announceEvent,
  createSetup,
  eventText,
  positionsOf,
  positionText,
  recordOf,
  type StampedEvent,
  startEvent,
} from '../index.js';

const CHESS = createSetup({ kind: 'chess', bankSeconds: 600, moveSeconds: 5 }, 2, { seed: 'a' });
const GO = createSetup({ kind: 'go', bankSeconds: 0, moveSeconds: 86_400 }, 2, { seed: 'a' });

const NAMES = ['ana "rook"', String.raw`b\o]`];
const DETAILS = { event: 'late-boards', date: '2026-11-30' };

/** Returns the events of moves in turn, and of others as they are. */
function eventsOf(setup: GameSetup, ...given: (string | GameEvent)[]): StampedEvent[] {
  const events = given.map((event, index): GameEvent =>
    typeof event === 'string' ? { type: 'move', seat: index % 2, move: event } : event,
  );
  return [startEvent(setup), ...events].map((event, index) => ({ event, at: index * 1_000 }));
}

const lastOf = (events: readonly StampedEvent[]): string => {
  const [state, stamped] = [positionsOf(events).at(-1), events.at(-1)];
  return state && stamped ? announceEvent(state, stamped.event) : '';
};

describe('records of games', () => {
  it('TLK-567 are PGN for chess, without the moves that were taken back', () => {
    const events = eventsOf(
      CHESS,
      'e4',
      'd5',
      { type: 'ask_takeback', seat: 1 },
      { type: 'accept_takeback', seat: 0 },
      { type: 'move', seat: 1, move: 'e5' },
      { type: 'move', seat: 0, move: 'Nf3' },
      { type: 'resign', seat: 1 },
    );
    expect(recordOf(events, NAMES, DETAILS)).toEqual({
      type: 'pgn',
      text: [
        '[Event "late-boards"]',
        '[Site "?"]',
        '[Date "2026.11.30"]',
        '[Round "-"]',
        String.raw`[White "ana \"rook\""]`,
        String.raw`[Black "b\\o]"]`,
        '[Result "1-0"]',
        '[TimeControl "600+5"]',
        '[Termination "normal"]',
        '',
        '1. e4 e5 2. Nf3 1-0',
        '',
      ].join('\n'),
    });
  });

  it.each([
    [['f3', 'e5', 'g4', 'Qh4#'], '0-1'],
    [
      [
        { type: 'offer_draw', seat: 0 },
        { type: 'accept_draw', seat: 1 },
      ],
      '1/2-1/2',
    ],
    [['e4'], '*'],
  ] satisfies [(string | GameEvent)[], string][])('TLK-567 have the result of %j: %s', (events, result) => {
    expect(recordOf(eventsOf(CHESS, ...events), NAMES, DETAILS).text).toContain(`[Result "${result}"]`);
  });

  it('TLK-567 break the lines of PGN before 80 characters', () => {
    const moves = Array.from({ length: 3 }, () => ['Nf3', 'Nc6', 'a3', 'a6', 'Ng1', 'Nb8', 'h3', 'h6']);
    moves[1] = ['Nf3', 'Nc6', 'a4', 'a5', 'Ng1', 'Nb8', 'h4', 'h5'];
    moves[2] = ['Nf3', 'Nc6', 'b3', 'b6', 'Ng1', 'Nb8', 'g3', 'g6'];
    const { text } = recordOf(eventsOf(CHESS, ...moves.flat()), NAMES, DETAILS);
    const lines = text.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80);
    expect(lines.slice(lines.indexOf('') + 1).join(' ')).toContain('12. g3 g6 *');
  });

  it('TLK-567 are SGF for Go, with passes and without marks', () => {
    const events = eventsOf(
      GO,
      'D4',
      'J9',
      'pass',
      'pass',
      { type: 'move', seat: 0, move: 'dead J9' },
      { type: 'move', seat: 0, move: 'done' },
      { type: 'move', seat: 1, move: 'done' },
    );
    expect(recordOf(events, NAMES, DETAILS)).toEqual({
      type: 'sgf',
      text: String.raw`(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Chinese]KM[7.5]OT[86400 s a move]EV[late-boards]DT[2026-11-30]PB[ana "rook"]PW[b\\o\]]RE[B+73.5]
;B[df];W[ia];B[];W[])
`,
    });
  });

  it.each([
    [{ type: 'resign', seat: 0 }, 'W+R'],
    [{ type: 'time', seat: 1 }, 'B+T'],
  ] satisfies [GameEvent, string][])('TLK-567 have the result of %j in SGF: %s', (event, result) => {
    expect(recordOf(eventsOf(GO, event), NAMES, DETAILS).text).toContain(`RE[${result}]`);
  });
});

describe('texts of games', () => {
  it.each([
    [CHESS, [], 'The game starts. White to move.'],
    [CHESS, ['e4'], 'White plays pawn to e4. Black to move.'],
    [CHESS, ['e4', 'd5', 'exd5'], 'White plays pawn from e takes d5. Black to move.'],
    [CHESS, ['e4', 'f5', 'Qh5+'], 'White plays queen to h5, check. Black to move.'],
    [CHESS, ['f3', 'e5', 'g4', 'Qh4#'], 'Black plays queen to h4, check. Checkmate: Black wins.'],
    [CHESS, [{ type: 'offer_draw', seat: 1 }], 'Black offers a draw. White to move.'],
    [CHESS, [{ type: 'time', seat: 0 }], 'White is out of time. Black wins on time.'],
    [CHESS, [{ type: 'resign', seat: 0 }], 'White resigns. Black wins by resignation.'],
    [GO, ['D4'], 'Black plays D4. White to move.'],
    [GO, ['A9', 'B9', 'pass', 'A8'], 'White plays A8 and captures a stone. Black to move.'],
    [GO, ['D4', 'pass', 'pass'], 'Black passes too: now mark dead stones. Black and White to move.'],
    [GO, ['D4', 'pass', 'pass', 'dead D4'], 'White marks the stones at D4 as dead. Black and White to move.'],
  ] satisfies [GameSetup, (string | GameEvent)[], string][])(
    'TLK-568 announce the last event of game %#',
    (setup, events, text) => {
      expect(lastOf(eventsOf(setup, ...events))).toBe(text);
    },
  );

  it('TLK-568 stand in the log for clients without games', () => {
    expect(eventText(startEvent(GO))).toBe('starts: Go 9×9');
    expect(eventText({ type: 'move', seat: 0, move: 'Be3' })).toBe('Be3');
    expect(eventText({ type: 'accept_takeback', seat: 0 })).toBe('agrees to take back a move');
    expect(eventText({ type: 'time', seat: 0 })).toBe('out of time');
    expect(eventText({ type: 'reveal', secret: 'ember 5f0c2b7e' })).toBe('The word: ember');
  });

  it('TLK-568 show positions line by line', () => {
    const chess = positionsOf(eventsOf(CHESS, 'e4')).at(-1)!;
    expect(positionText(chess).split('\n')).toEqual([
      '8  r n b q k b n r',
      '7  p p p p p p p p',
      '6  . . . . . . . .',
      '5  . . . . . . . .',
      '4  . . . . P . . .',
      '3  . . . . . . . .',
      '2  P P P P . P P P',
      '1  R N B Q K B N R',
      '   a b c d e f g h',
      'FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      'Black to move.',
    ]);
    const go = positionText(positionsOf(eventsOf(GO, 'D4', 'J9', 'pass', 'pass', 'dead J9')).at(-1)!).split(
      '\n',
    );
    expect(go[0]).toBe(' 9 . . . . . . . . w');
    expect(go[5]).toBe(' 4 . . . B . . . . .');
    expect(go.slice(9)).toEqual([
      '   A B C D E F G H J',
      'Captured by Black: 0, by White: 0',
      'Small letters: stones marked as dead',
      'Black and White to move.',
    ]);
  });
});
