import { describe, expect, it } from '@jest/globals';
import type { GameSetup, GoScoring } from '@oniverse/contracts';
import { GameRefusal } from '../engine/refusal.js';
import { goRules } from './go-rules.js';
import type { GoState } from './go-state.js';
import { GO_KOMI, goScore } from './score.js';

const SETUP: GameSetup = { kind: 'go', seats: 2, seed: '', bankSeconds: 0, moveSeconds: 60, size: '9' };

/** Returns the state at a diagram: rows from the top, separated by `/`. */
function stateAt(diagram: string, turn = 0): GoState {
  const rows = diagram.split('/');
  const board = rows.join('');
  return { ...goRules.begin(SETUP).game, size: rows.length, board, turn, positions: [board] };
}

/** Plays moves in turn, and returns the diagram after them; undefined if the last one is refused. */
function playAll(diagram: string, seat: number, moves: readonly string[]): string | undefined {
  let state = stateAt(diagram, seat);
  for (const [index, move] of moves.entries()) {
    try {
      state = goRules.play(SETUP, state, (seat + index) % 2, { move }).game;
    } catch (error) {
      if (!(error instanceof GameRefusal) || index < moves.length - 1) throw error;
      return undefined;
    }
  }
  return state.board.match(new RegExp(`.{${state.size}}`, 'gu'))?.join('/');
}

const exchanged = (diagram: string): string =>
  diagram.replaceAll(/[BW]/gu, (stone) => (stone === 'B' ? 'W' : 'B'));

const KO = '.WB./W.WB/.WB./....';
const SEKI = 'B.WW/BBWW/BBWW/B.WW';
const EMPTY_ROWS = Array.from({ length: 6 }, () => '.........').join('/');
/** White holds the ko at the left, Black the one at the right. */
const DOUBLE_KO = `.WB...WB./W.WB.WB.B/.WB...WB./${EMPTY_ROWS}`;
/** With a third one, which White holds. */
const TRIPLE_KO = '.WB...WB./W.WB.WB.B/.WB...WB./........./.WB....../W.WB...../.WB....../........./.........';
const BENT_FOUR = '...WB./.WWWB./WWBB../BB..../....../......';

/** Well-known positions. Black plays first. No `after`: the last move is refused. */
const POSITIONS: { title: string; board: string; moves: string[]; after?: string }[] = [
  { title: 'a stone in the middle', board: '.B./BW./.B.', moves: ['C2'], after: '.B./B.B/.B.' },
  { title: 'a stone in the corner', board: 'WB./.../...', moves: ['A2'], after: '.B./B../...' },
  { title: 'a stone at the edge', board: 'BW./.B./...', moves: ['C3'], after: 'B.B/.B./...' },
  { title: 'a chain of two', board: '.BB./BWW./.BB./....', moves: ['D3'], after: '.BB./B..B/.BB./....' },
  { title: 'a bent chain', board: 'WWB/WB./...', moves: ['A1'], after: '..B/.B./B..' },
  {
    title: 'two chains by one stone',
    board: 'BW.WB/BB.BB/...../...../.....',
    moves: ['C5'],
    after: 'B.B.B/BB.BB/...../...../.....',
  },
  {
    title: 'a ring, from its only eye',
    board: 'BBBBB/BWWWB/BW.WB/BWWWB/BBBBB',
    moves: ['C3'],
    after: 'BBBBB/B...B/B.B.B/B...B/BBBBB',
  },
  {
    title: 'a capture that leaves a liberty',
    board: '.B../BWW./.BB./....',
    moves: ['D3'],
    after: '.B../BWWB/.BB./....',
  },
  { title: 'stones that touch by a corner only', board: 'W.B/.../...', moves: ['B2'], after: 'W.B/.B./...' },
  { title: 'the stone that takes a ko', board: KO, moves: ['B3'], after: '.WB./WB.B/.WB./....' },
  { title: 'suicide in the middle', board: '.W./W.W/.W.', moves: ['B2'] },
  { title: 'suicide in the corner', board: '.W./W../...', moves: ['A3'] },
  { title: 'suicide at the edge', board: 'W.W/.W./...', moves: ['B3'] },
  { title: 'suicide of a chain', board: 'B.W./WW../..../....', moves: ['B4'] },
  { title: 'suicide in one of two eyes', board: '.W.W/WWWW/B.BB/BB.B', moves: ['A4'] },
  {
    title: 'an own eye, while the chain has a liberty',
    board: '.B./B.B/.B.',
    moves: ['B2'],
    after: '.B./BBB/.B.',
  },
  { title: 'a point with an own stone', board: 'B../.../...', moves: ['A3'] },
  { title: 'a point with a stone of the other', board: 'W../.../...', moves: ['A3'] },
  { title: 'a point outside of the board', board: '.../.../...', moves: ['D1'] },
  { title: 'a row outside of the board', board: '.../.../...', moves: ['A4'] },
  { title: 'the column I', board: '.../.../...', moves: ['I1'] },
  { title: 'a word', board: '.../.../...', moves: ['tenuki'] },
  { title: 'a mark during play', board: 'B../.../...', moves: ['dead A3'] },
  {
    title: 'a stone thrown in, which is captured',
    board: '..WB./WWWB./BBB../...../.....',
    moves: ['B5', 'A5'],
    after: 'W.WB./WWWB./BBB../...../.....',
  },
  {
    title: 'a snapback',
    board: '..WB./WWWB./BBB../...../.....',
    moves: ['B5', 'A5', 'B5'],
    after: '.B.B./...B./BBB../...../.....',
  },
  { title: 'a ko at once', board: KO, moves: ['B3', 'C3'] },
  { title: 'a ko after a pass', board: KO, moves: ['B3', 'pass', 'A1', 'C3'], after: '.WB./W.WB/.WB./B...' },
  { title: 'a ko after a threat', board: KO, moves: ['B3', 'D1', 'A1', 'C3'], after: '.WB./W.WB/.WB./B..W' },
  {
    title: 'two stones sent',
    board: '.B.W./BWWW./B..../...../.....',
    moves: ['C5', 'A5'],
    after: 'W..W./BWWW./B..../...../.....',
  },
  {
    title: 'a superko, by one stone that returns',
    board: '.B.W./BWWW./B..../...../.....',
    moves: ['C5', 'A5', 'B5'],
  },
  { title: 'a shared liberty in seki', board: SEKI, moves: ['B4'], after: 'BBWW/BBWW/BBWW/B.WW' },
  {
    title: 'the capture of who filled one in seki',
    board: SEKI,
    moves: ['B4', 'B1'],
    after: '..WW/..WW/..WW/.WWW',
  },

  // Capturing shapes.
  {
    title: 'a ponnuki',
    board: '...../..B../.BW../..B../.....',
    moves: ['D3'],
    after: '...../..B../.B.B./..B../.....',
  },
  {
    title: 'a tortoise shell',
    board: '....../..BB../.BWW../..BB../....../......',
    moves: ['E4'],
    after: '....../..BB../.B..B./..BB../....../......',
  },
  {
    title: 'three stones on the first line',
    board: 'BWWW./.BBB./...../...../.....',
    moves: ['E5'],
    after: 'B...B/.BBB./...../...../.....',
  },
  {
    title: 'a large chain in the corner',
    board: 'WWWB/WWWB/WW.B/BBBB',
    moves: ['C2'],
    after: '...B/...B/..BB/BBBB',
  },
  {
    title: 'three chains by one stone',
    board: '.BWB./BW.WB/.BBB./...../.....',
    moves: ['C4'],
    after: '.B.B./B.B.B/.BBB./...../.....',
  },
  {
    title: 'a chain in atari that takes its attacker',
    board: '.WB./WBW./..B./....',
    moves: ['D3'],
    after: '.WB./WB.B/..B./....',
  },
  {
    title: 'a double atari',
    board: '..B../..WB./...WB/...../.....',
    moves: ['C3', 'B4', 'D2'],
    after: '..B../.WWB./..B.B/...B./.....',
  },
  {
    title: 'a crawl along the first line',
    board: 'BW.../.B.../...../...../.....',
    moves: ['C4', 'C5', 'D4', 'D5', 'E5'],
    after: 'B...B/.BBB./...../...../.....',
  },
  {
    title: 'a ladder to its end',
    board: '..B.../.BW.../.B..../....../....../......',
    moves: ['D5', 'C4', 'C3', 'D4', 'E4', 'D3', 'D2', 'E3', 'F3', 'E2', 'E1', 'F2', 'F1'],
    after: '..B.../.B.B../.B..B./..B..B/...B../....BB',
  },
  {
    title: 'a ladder breaker, which cannot be caught',
    board: '..B.../.BW.../.B..../....W./....../......',
    moves: ['D5', 'C4', 'C3', 'D4', 'E4', 'D3', 'D2', 'F4', 'E2', 'E5'],
    after: '..B.../.BWBW./.BWW.W/..BWW./...BB./......',
  },
  {
    title: 'a net (geta)',
    board: '...../..BB./.BW../.B.../.....',
    moves: ['D2', 'D3', 'E3', 'C2', 'C1'],
    after: '...../..BB./.B..B/.B.B./..B..',
  },
  {
    title: 'connect and die (oiotoshi)',
    board: '.W.WWB/BBWBB./....../....../....../......',
    moves: ['C4', 'C6', 'A6'],
    after: 'B....B/BB.BB./..B.../....../....../......',
  },
  {
    title: 'a false eye in the corner',
    board: '.WB/WB./B..',
    moves: ['A3'],
    after: 'B.B/.B./B..',
  },
  { title: 'suicide of five stones', board: 'BB.W/BBWW/WWW./....', moves: ['C4'] },

  // Kos and superko.
  {
    title: 'a ko at the edge',
    board: 'BW.W/.BW./..../....',
    moves: ['C4'],
    after: 'B.BW/.BW./..../....',
  },
  { title: 'a ko at the edge at once', board: 'BW.W/.BW./..../....', moves: ['C4', 'B4'] },
  { title: 'a ko in the corner at once', board: 'W.W./BW../B.../....', moves: ['B4', 'A4'] },
  {
    title: 'a ko that is connected',
    board: KO,
    moves: ['B3', 'D1', 'C3'],
    after: '.WB./WBBB/.WB./...W',
  },
  {
    title: 'two stones for one, which is no ko',
    board: '...../.WBB./W.WWB/.WBB./.....',
    moves: ['B3', 'C3'],
    after: '...../.WBB./W.W.B/.WBB./.....',
  },
  {
    title: 'a double ko, where each player takes one',
    board: DOUBLE_KO,
    moves: ['B8', 'H8', 'pass', 'C8'],
    after: `.WB...WB./W.WB.W.WB/.WB...WB./${EMPTY_ROWS}`,
  },
  {
    title: 'a double ko that comes round (superko)',
    board: DOUBLE_KO,
    moves: ['B8', 'H8', 'pass', 'C8', 'G8'],
  },
  {
    title: 'a triple ko, up to the fifth taking',
    board: TRIPLE_KO,
    moves: ['B8', 'H8', 'B4', 'C8', 'G8'],
    after: '.WB...WB./W.WB.WB.B/.WB...WB./........./.WB....../WB.B...../.WB....../........./.........',
  },
  {
    title: 'a triple ko that comes round (superko)',
    board: TRIPLE_KO,
    moves: ['B8', 'H8', 'B4', 'C8', 'G8', 'C4'],
  },

  // Seki and capturing races.
  {
    title: 'the capture of who filled the shared liberty in a seki with an eye each',
    board: '.B.W./BBWWW/WWWBB/BBBB./.....',
    moves: ['C5', 'A5'],
    after: 'W..W./..WWW/WWWBB/BBBB./.....',
  },
  {
    title: 'a capturing race, by the first to move',
    board: '.BW../.BW../.WB../...../.....',
    moves: ['D4', 'A4', 'D5'],
    after: '.B.B./WB.B./.WB../...../.....',
  },
  {
    title: 'a capturing race, lost by a pass',
    board: '.BW../.BW../.WB../...../.....',
    moves: ['pass', 'A4', 'D4', 'A5'],
    after: 'W.W../W.WB./.WB../...../.....',
  },
  {
    title: 'a race of an eye against none, for the side with the eye',
    board: '.B.WB/BBWWB/WWWB./BBB../.....',
    moves: ['C5'],
    after: '.BB.B/BB..B/...B./BBB../.....',
  },
  {
    title: 'a race of an eye against none, for the side without',
    board: '.B.WB/BBWWB/WWWB./BBB../.....',
    moves: ['pass', 'C5'],
  },

  // Eye shapes.
  {
    title: 'a straight three, killed at its middle',
    board: 'W...W/WWWWW/BBBBB/...../.....',
    moves: ['C5', 'pass', 'B5', 'D5', 'C5', 'B5', 'C5'],
    after: '..B../...../BBBBB/...../.....',
  },
  {
    title: 'a straight four, which lives',
    board: 'W....W/WWWWWW/BBBBBB/....../....../......',
    moves: ['C6', 'D6', 'B6'],
  },
  {
    title: 'a bent three, killed in the corner',
    board: '..WB./.WWB./WWB../BB.../.....',
    moves: ['A5', 'pass', 'B5', 'A4', 'A5', 'B5', 'A5'],
    after: 'B..B./...B./..B../BB.../.....',
  },
  {
    title: 'a square four, dead whoever plays first',
    board: '..WB./..WB./WWWB./BBB../.....',
    moves: ['pass', 'B4', 'A5', 'pass', 'B5', 'A4', 'A5', 'B5', 'A5'],
    after: 'B..B./...B./...B./BBB../.....',
  },
  {
    title: 'a pyramid four, killed at its centre',
    board: 'W...WB/WW.WWB/BWWWB./BBBBB./....../......',
    moves: ['C6', 'D6', 'C5', 'B6', 'C6', 'C5', 'C6'],
    after: '..B..B/.....B/B...B./BBBBB./....../......',
  },
  {
    title: 'a bulky five, killed',
    board: '...WB./..WWB./WWWB../BBB.../....../......',
    moves: ['B6', 'pass', 'C6', 'pass', 'B5', 'pass', 'A6', 'A5', 'B6', 'C6', 'B5', 'A6', 'B6', 'B5', 'B6'],
    after: '.B..B./....B./...B../BBB.../....../......',
  },
  { title: 'a bent four in the corner, a ko at once', board: BENT_FOUR, moves: ['B6', 'A6', 'A5', 'A6'] },
  {
    title: 'a bent four in the corner, a ko after a threat',
    board: BENT_FOUR,
    moves: ['B6', 'A6', 'A5', 'F1', 'F2', 'A6'],
    after: 'WB.WB./.WWWB./WWBB../BB..../.....B/.....W',
  },
];

describe('the rules of Go', () => {
  it.each(POSITIONS)('TLK-564 play or refuse $title', ({ board, moves, after }) => {
    expect(playAll(board, 0, moves)).toBe(after);
  });

  it.each(POSITIONS)(
    'TLK-564 play or refuse $title, with the colours exchanged',
    ({ board, moves, after }) => {
      expect(playAll(exchanged(board), 1, moves)).toBe(after && exchanged(after));
    },
  );

  const COUNTS: {
    title: string;
    board: string;
    dead?: number[];
    captured?: [number, number];
    area: [number, number];
    territory: [number, number];
  }[] = [
    { title: 'an empty board', board: '.../.../...', area: [0, 0], territory: [0, 0] },
    { title: 'one stone', board: '.../.B./...', area: [9, 0], territory: [8, 0] },
    { title: 'two halves', board: '.BW./.BW./.BW./.BW.', area: [8, 8], territory: [4, 4] },
    { title: 'points that touch both', board: 'B.W/B.W/B.W', area: [3, 3], territory: [0, 0] },
    {
      title: 'captured stones',
      board: '.BW./.BW./.BW./.BW.',
      captured: [3, 1],
      area: [8, 8],
      territory: [7, 5],
    },
    { title: 'a dead stone', board: '.BW./WBW./.BW./.BW.', dead: [4], area: [8, 8], territory: [5, 4] },
    { title: 'an unmarked stone', board: '.BW./WBW./.BW./.BW.', area: [4, 9], territory: [0, 4] },
    { title: 'eyes', board: '.W.W/WWWW/BBBB/.B.B', area: [8, 8], territory: [2, 2] },
    { title: 'seki', board: SEKI, area: [6, 8], territory: [0, 0] },
    { title: 'a full board', board: 'BBW/BBW/BBW', area: [6, 3], territory: [0, 0] },
    { title: 'a board of dead stones', board: 'B.W/.../W.B', dead: [2, 6], area: [9, 0], territory: [9, 0] },
    {
      title: 'dame between two walls',
      board: '.B.W/.B.W/.B.W/.B.W',
      area: [8, 4],
      territory: [4, 0],
    },
    {
      title: 'an own move in own territory, which costs a point by territory only',
      board: '.BW./BBW./.BW./.BW.',
      area: [8, 8],
      territory: [3, 4],
    },
    {
      title: 'a dead bent four in the corner',
      board: 'BBBWB./.WWWB./WWBB../BB..../....../......',
      dead: [3, 7, 8, 9, 12, 13],
      area: [36, 0],
      territory: [33, 0],
    },
    {
      title: 'a stone in an eye that was not marked as dead',
      board: '.WB.../WWB.../BBB.../....../....../W.....',
      area: [5, 5],
      territory: [0, 1],
    },
  ];

  it.each(COUNTS)('TLK-564 count $title', ({ board, dead = [], captured = [0, 0], ...expected }) => {
    const state: GoState = { ...stateAt(board), dead, captured };
    const withKomi = (scoring: GoScoring): number[] => [
      expected[scoring][0],
      expected[scoring][1] + GO_KOMI[scoring],
    ];
    expect(goScore(state, 'area')).toEqual(withKomi('area'));
    expect(goScore(state, 'territory')).toEqual(withKomi('territory'));
  });
});

describe('the end of a game of Go', () => {
  const twoPasses = (diagram: string): GoState => {
    const passed = goRules.play(SETUP, stateAt(diagram), 0, { move: 'pass' }).game;
    return goRules.play(SETUP, passed, 1, { move: 'pass' }).game;
  };
  const HALVES = '.BW./WBW./.BW./.BW.';

  it('TLK-564 marks and unmarks whole chains, until both agree on the same stones', () => {
    let step = goRules.play(SETUP, twoPasses('.WBB/WWB./BBB./....'), 0, { move: 'dead A3' });
    expect(step).toMatchObject({ toMove: [0, 1], game: { phase: 'scoring', dead: [1, 4, 5] } });
    step = goRules.play(SETUP, step.game, 0, { move: 'done' });
    expect(step).toMatchObject({ toMove: [1], game: { agreed: [0] } });
    step = goRules.play(SETUP, step.game, 1, { move: 'alive B4' });
    expect(step).toMatchObject({ toMove: [0, 1], game: { dead: [], agreed: [] } });
    step = goRules.play(SETUP, step.game, 1, { move: 'done' });
    expect(goRules.play(SETUP, step.game, 0, { move: 'done' }).outcome).toEqual({
      reason: 'score',
      winners: [0],
      score: 'B+0.5',
    });
  });

  it.each(['dead A4', 'alive A3', 'dead Z9', 'pass', 'A4'])(
    'TLK-564 refuses %s while stones are marked',
    (move) => {
      expect(() => goRules.play(SETUP, twoPasses(HALVES), 0, { move })).toThrow(GameRefusal);
    },
  );

  it('TLK-564 counts as the setup says', () => {
    const setup: GameSetup = { ...SETUP, scoring: 'territory' };
    const marked = goRules.play(setup, twoPasses(HALVES), 0, { move: 'dead A3' }).game;
    const agreed = goRules.play(setup, marked, 0, { move: 'done' }).game;
    expect(goRules.play(setup, agreed, 1, { move: 'done' }).outcome?.score).toBe('W+5.5');
  });

  it('TLK-564 goes back to play once for each stone', () => {
    const resumed = goRules.play(SETUP, twoPasses(HALVES), 1, { move: 'resume' });
    expect(resumed).toMatchObject({ toMove: [0], game: { phase: 'play', passes: 0 } });
    const again = goRules.play(SETUP, goRules.play(SETUP, resumed.game, 0, { move: 'pass' }).game, 1, {
      move: 'pass',
    });
    expect(() => goRules.play(SETUP, again.game, 0, { move: 'resume' })).toThrow(GameRefusal);
    const played = goRules.play(SETUP, resumed.game, 0, { move: 'A4' }).game;
    expect(played.canResume).toBe(true);
  });

  it('TLK-564 counts all stones as alive if the time for marking is over', () => {
    const marked = goRules.play(SETUP, twoPasses(HALVES), 0, { move: 'dead A3' }).game;
    expect(goRules.leave(SETUP, marked, 0, 'time').outcome).toEqual({
      reason: 'score',
      winners: [1],
      score: 'W+12.5',
    });
    expect(goRules.leave(SETUP, marked, 0, 'resignation').outcome).toEqual({
      reason: 'resignation',
      winners: [1],
    });
  });
});
