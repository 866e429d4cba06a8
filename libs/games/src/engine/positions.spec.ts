import { describe, expect, it } from '@jest/globals';
import type { GameEvent, GameSetup } from '@oniverse/contracts';
import {
  createSetup,
  GameRefusal,
  type GameState,
  positionText,
  readPosition,
  recordOf,
  replayGame,
  type StampedEvent,
  startEvent,
} from '../index.js';

const CLOCK = { bankSeconds: 0, moveSeconds: 60 };

const setupAt = (kind: 'chess' | 'go', text: string): GameSetup =>
  createSetup({ kind, ...CLOCK, ...readPosition(kind, text) }, 2, { seed: 'a' });

/** Returns the events of moves from a position: a seat and its move, as in `1 Qe7`. */
const eventsOf = (setup: GameSetup, ...moves: string[]): StampedEvent[] =>
  [
    startEvent(setup),
    ...moves.map((text): GameEvent => ({ type: 'move', seat: Number(text[0]), move: text.slice(2) })),
  ].map((event, at) => ({ event, at }));

function refusalOf(kind: 'chess' | 'go' | 'words', text: string): unknown {
  try {
    return readPosition(kind, text);
  } catch (error) {
    return error instanceof GameRefusal ? error.code : error;
  }
}

/** Returns a board of 9 lines whose first rows are given. */
const goRows = (...rows: string[]): string =>
  [...rows, ...Array.from({ length: 9 - rows.length }, () => '.........')].join('\n');

const ITALIAN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

describe('positions to start from', () => {
  it.each([
    [ITALIAN, ITALIAN],
    [`FEN: ${ITALIAN}`, ITALIAN],
    [`[Event "?"]\n[FEN "${ITALIAN}"]\n\n*`, ITALIAN],
    ['4k3/8/8/8/8/8/4P3/4K3 w - -', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'],
  ])('TLK-569 of chess are read from %j', (text, position) => {
    expect(readPosition('chess', text)).toEqual({ position });
  });

  it('TLK-569 of chess are read from what was copied', () => {
    const state = replayGame(eventsOf(setupAt('chess', ITALIAN), '1 Nf6', '0 Ng5'));
    expect(replayGame(eventsOf(setupAt('chess', positionText(state))))).toMatchObject({
      toMove: [1],
      game: { fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4' },
    });
  });

  it.each([
    ['chess', '', 'unreadable_position'],
    ['chess', 'e4 c5', 'unreadable_position'],
    ['chess', goRows(), 'unreadable_position'],
    ['chess', '8/8/8/8/8/8/8/4K3 w - - 0 1', 'illegal_position'],
    ['chess', '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', 'illegal_position'],
    ['chess', '4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'illegal_position'],
    ['chess', '4k4/8/8/8/8/8/8/4K2R w - - 0 1', 'illegal_position'],
    ['chess', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 'finished_position'],
    ['chess', 'R6k/8/6K1/8/8/8/8/8 b - - 0 1', 'finished_position'],
    ['chess', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'finished_position'],
    ['chess', '4k3/7r/8/8/8/8/R7/4K3 w - - 100 80', 'finished_position'],
    ['go', '', 'unreadable_position'],
    ['go', ITALIAN, 'unreadable_position'],
    ['go', goRows('B.').slice(0, -10), 'unreadable_position'],
    ['go', goRows('..........'), 'unreadable_position'],
    ['go', goRows('WB.......', 'B........'), 'illegal_position'],
    ['words', goRows(), 'no_position'],
  ] as const)('TLK-569 of %s are refused: %j, %s', (kind, text, code) => {
    expect(refusalOf(kind, text)).toBe(code);
  });

  it.each([
    ['as it is copied', goRows('. B W . . . . . .', '. . B . . . . . .')],
    ['as the client draws it', goRows('·XO+·····', '··X······')],
    ['with names', `   A B C D E F G H J\n${goRows('9 . B W . . . . . . 9', '8 . . b . . . . . . 8')}`],
  ])('TLK-569 of Go are read from a diagram %s', (_title, text) => {
    expect(replayGame(eventsOf(setupAt('go', text)))).toMatchObject({
      toMove: [0],
      game: { size: 9, board: `.BW........B......${'.'.repeat(63)}`, captured: [0, 0] },
    });
  });

  it('TLK-569 of Go are read from what was copied, with the turn, the prisoners and without marks', () => {
    const at = (text: string): GameState => replayGame(eventsOf(setupAt('go', text)));
    const played = replayGame(
      eventsOf(setupAt('go', goRows('WB.......', '.......W.')), '0 A8', '1 pass', '0 pass', '1 dead H8'),
    );
    const copied = positionText(played);
    expect(copied).toContain('w');
    const read = at(copied);
    expect(read).toMatchObject({
      toMove: [0],
      game: { board: played.game.kind === 'go' && played.game.board, captured: [1, 0] },
    });
    const white = replayGame(eventsOf(setupAt('go', copied), '0 D4'));
    expect(at(positionText(white))).toMatchObject({ toMove: [1], game: { captured: [1, 0] } });
    expect(readPosition('go', positionText(white))).toEqual({ position: positionText(white), size: '9' });
  });

  it('TLK-569 are where a takeback returns to, and an earlier board in Go', () => {
    const events = eventsOf(setupAt('chess', ITALIAN), '1 Nf6');
    const back = replayGame([
      ...events,
      { event: { type: 'ask_takeback', seat: 1 }, at: 2 },
      { event: { type: 'accept_takeback', seat: 0 }, at: 3 },
    ]);
    expect(back).toMatchObject({ toMove: [1], moves: [], game: { fen: ITALIAN } });
    const sent = setupAt('go', goRows('.B.W.....', 'BWWW.....', 'B........'));
    expect(() => replayGame(eventsOf(sent, '0 C9', '1 A9', '0 B9'))).toThrow(GameRefusal);
  });

  it('TLK-569 are in the records', () => {
    const details = { event: 'late-boards', date: '2026-11-30' };
    const pgn = recordOf(eventsOf(setupAt('chess', ITALIAN), '1 Nf6', '0 Ng5', '1 d5'), [], details).text;
    expect(pgn).toContain(`[SetUp "1"]\n[FEN "${ITALIAN}"]`);
    expect(pgn).toContain('\n3... Nf6 4. Ng5 d5 *');
    const white = setupAt('chess', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 7');
    expect(recordOf(eventsOf(white, '0 e4', '1 Kd7', '0 e5'), [], details).text).toContain(
      '\n7. e4 Kd7 8. e5 *',
    );
    const go = setupAt('go', `${goRows('.BW......', '..B......')}\nWhite to move`);
    expect(recordOf(eventsOf(go, '1 D4'), [], details).text).toContain('AB[ba][cb]AW[ca]PL[W]\n;W[df]');
    const stones = setupAt('go', goRows('.B.......'));
    expect(recordOf(eventsOf(stones), [], details).text).toContain(']AB[ba]PL[B]\n');
  });
});
