import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GameEvent } from '@oniverse/contracts';
import {
  announceEvent,
  applyEvent,
  createSetup,
  drawSecret,
  eventOf,
  followingEvent,
  type GameState,
  positionText,
  prepareGame,
  recordOf,
  replayGame,
  SECRET_BYTES,
  startEvent,
  type WordState,
} from '../index.js';
import { COMMON_WORDS } from './common-words.js';

const SECRET = `ember ${'5f'.repeat(16)}`;
const setupFor = (seats: number) =>
  createSetup({ kind: 'words', bankSeconds: 0, moveSeconds: 60 }, seats, { seed: 'seed', secret: SECRET });

type Act = readonly [seat: number, word: string] | GameEvent;

/** Plays a game on the server, and returns what it stored. */
function storeGame(seats: number, acts: readonly Act[]): GameEvent[] {
  const events = [startEvent(setupFor(seats))];
  for (const act of acts) {
    const state = replay(events);
    events.push('type' in act ? act : eventOf(state, act[0], { type: 'move', move: act[1] }, SECRET));
  }
  return events;
}

const stamp = (events: readonly GameEvent[]) => events.map((event) => ({ event, at: 0 }));
const replay = (events: readonly GameEvent[]): GameState => replayGame(stamp(events));
const play = (seats: number, acts: readonly Act[]): GameState => replay(storeGame(seats, acts));

function gameOf({ game }: GameState): WordState {
  if (game.kind !== 'words') throw new Error('Not a word game');
  return game;
}

/** A round of guesses that miss. */
const missed = (seats: readonly number[], rounds: number): Act[] =>
  Array.from({ length: rounds }, () => seats.map((seat): Act => [seat, 'crowd'])).flat();

describe('the word game', () => {
  beforeAll(() => prepareGame(setupFor(2)));

  it('TLK-565 lets all players guess the same word in the order of their seats', () => {
    const state = play(3, [
      [0, 'Crowd '],
      [1, 'eerie'],
    ]);
    expect(gameOf(state).guesses).toEqual([
      { seat: 0, word: 'crowd', marks: '-o---' },
      { seat: 1, word: 'eerie', marks: 'xoo--' },
    ]);
    expect(gameOf(state).letters).toEqual({ c: '-', r: 'o', o: '-', w: '-', d: '-', e: 'x', i: '-' });
    expect(state.toMove).toEqual([2]);
    expect(play(3, missed([0, 1, 2], 1)).toMove).toEqual([0]);
  });

  it.each([
    ['four', 'illegal_move'],
    ['eerie!', 'illegal_move'],
    ['naïve', 'illegal_move'],
    ['xqzzy', 'unknown_word'],
  ])('TLK-565 refuses the guess %s: %s', (move, code) => {
    expect(() => eventOf(play(2, []), 0, { type: 'move', move }, SECRET)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('TLK-565 is won by the player who guesses the word', () => {
    const state = play(2, [
      [0, 'crowd'],
      [1, 'ember'],
    ]);
    expect(state).toMatchObject({
      status: 'over',
      toMove: [],
      outcome: { reason: 'solved', winners: [1] },
    });
  });

  it('TLK-565 ends without a winner after six guesses of each player', () => {
    expect(play(2, missed([0, 1], 6).slice(0, -1)).toMove).toEqual([1]);
    expect(play(2, missed([0, 1], 6)).outcome).toEqual({ reason: 'unsolved', winners: [] });
  });

  it('TLK-560 goes on without a player who resigned or ran out of time', () => {
    expect(play(3, [[0, 'crowd'], { type: 'time', seat: 1 }]).toMove).toEqual([2]);
    // It is not the turn of the player who leaves.
    expect(play(3, [[0, 'crowd'], { type: 'resign', seat: 2 }]).toMove).toEqual([1]);
    expect(play(3, [{ type: 'resign', seat: 2 }, ...missed([0, 1], 6)]).outcome).toEqual({
      reason: 'unsolved',
      winners: [],
    });
    // The other players have no guess left.
    expect(play(3, [...missed([0, 1, 2], 6).slice(0, -1), { type: 'time', seat: 2 }]).outcome).toEqual({
      reason: 'unsolved',
      winners: [],
    });
  });

  it('TLK-560 is won by the last player', () => {
    expect(play(2, [{ type: 'resign', seat: 1 }]).outcome).toEqual({ reason: 'resignation', winners: [0] });
    const both: GameEvent[] = [
      { type: 'time', seat: 0 },
      { type: 'resign', seat: 2 },
    ];
    expect(play(3, both).outcome).toEqual({ reason: 'resignation', winners: [1] });
    expect(() => play(4, [...both, { type: 'resign', seat: 2 }])).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
  });

  it('TLK-561 starts the time of a turn when the turn passes on, and not when another player leaves', () => {
    const [start, ...others] = storeGame(4, [
      { type: 'resign', seat: 3 },
      { type: 'time', seat: 0 },
    ]);
    const begins = replayGame([{ event: start!, at: 1_000 }]);
    const left = applyEvent(begins, others[0]!, 5_000);
    expect(left.turnStartedAt).toBe(1_000);
    expect(applyEvent(left, others[1]!, 61_000).turnStartedAt).toBe(61_000);
  });

  it('TLK-565 draws a common word, hidden by a nonce', () => {
    const bytes = Uint8Array.from({ length: SECRET_BYTES }, (_, index) => index);
    const [word, nonce] = drawSecret(bytes).split(' ');
    expect(COMMON_WORDS.split(' ')).toContain(word);
    expect(nonce).toBe('000102030405060708090a0b0c0d0e0f');
    const other = drawSecret(bytes.with(SECRET_BYTES - 1, 20));
    expect(other).not.toBe(drawSecret(bytes));
    expect(other).toContain(nonce);
    expect(() => drawSecret(bytes.subarray(1))).toThrow(RangeError);
  });

  it('TLK-565 commits to the word by a hash, and reveals it once the game is over', () => {
    const events = storeGame(2, [[0, 'ember']]);
    expect(events[0]?.setup?.commitment).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(events[0])).not.toContain('ember');
    const revealing = followingEvent(replay(events), SECRET)!;
    const state = replay([...events, revealing]);
    expect(gameOf(state).word).toBe('ember');
    expect(followingEvent(state, SECRET)).toBeUndefined();
    expect(followingEvent(play(2, [[0, 'crowd']]), SECRET)).toBeUndefined();
    expect(() => play(2, [{ type: 'reveal', secret: SECRET }])).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
  });

  it.each([
    ['another nonce', `ember ${'00'.repeat(16)}`],
    ['another word', SECRET.replace('ember', 'crowd')],
    ['no secret', 'ember'],
  ])('TLK-565 refuses to reveal %s', (_, secret) => {
    const over = storeGame(2, [[0, 'ember']]);
    expect(() => replay([...over, { type: 'reveal', secret }])).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
  });

  it('TLK-565 refuses to reveal a word that other marks were given for', () => {
    const marked = (marks?: string): GameEvent[] => [
      startEvent(setupFor(2)),
      { type: 'move', seat: 0, move: 'crowd', ...(marks !== undefined && { marks }) },
      { type: 'move', seat: 1, move: 'ember', marks: 'xxxxx' },
      { type: 'reveal', secret: SECRET },
    ];
    expect(gameOf(replay(marked('-o---'))).word).toBe('ember');
    for (const marks of ['-----', undefined])
      expect(() => replay(marked(marks))).toThrow(expect.objectContaining({ code: 'invalid_event' }));
  });

  it.each(['xxxx', 'xxxxxx', 'abcde'])('TLK-565 refuses the marks %s', (marks) => {
    expect(() => play(2, [{ type: 'move', seat: 0, move: 'crowd', marks }])).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
  });

  it('TLK-565 predicts a guess without the secret as one without marks', () => {
    const state = play(2, []);
    const predicted = applyEvent(state, eventOf(state, 0, { type: 'move', move: 'crowd' }), 0);
    expect(gameOf(predicted)).toMatchObject({ guesses: [{ seat: 0, word: 'crowd' }], letters: {} });
    expect(predicted.toMove).toEqual([1]);
  });

  it('TLK-565 accepts a guess in a stored game that is no longer in the list', () => {
    const events: GameEvent[] = [
      startEvent(setupFor(2)),
      { type: 'move', seat: 0, move: 'xqzzy', marks: '-----' },
    ];
    expect(gameOf(replay(events)).guesses).toHaveLength(1);
  });

  it('TLK-568 writes the guesses and letters as text', () => {
    const lines = positionText(
      play(2, [
        [0, 'crowd'],
        [1, 'eerie'],
      ]),
    ).split('\n');
    expect(lines.slice(0, -1)).toEqual([
      'A word of 5 letters, 2 of 12 guesses',
      '1. Player 1: crowd -o---',
      '2. Player 2: eerie xoo--',
      'In place (x): e',
      'Elsewhere (o): r',
      'Not in the word (-): c d i o w',
    ]);
    expect(positionText(play(2, []))).toContain('In place (x): none');
  });

  it('TLK-568 announces a guess by its letters', () => {
    const announced = (...acts: Act[]): string => {
      const events = storeGame(2, acts);
      return announceEvent(replay(events), events.at(-1)!);
    };
    expect(announced([0, 'eerie'])).toMatch(/^Player 1 guesses eerie: e in place; e, r elsewhere\. /u);
    expect(announced([0, 'ember'])).toMatch(/^Player 1 guesses ember, which is the word\. /u);
  });

  it('TLK-567 records all guesses, the word and the result', () => {
    const events = storeGame(2, [[0, 'crowd'], [1, 'ember'], { type: 'reveal', secret: SECRET }]);
    const record = recordOf(stamp(events), ['ana', 'ben'], { event: 'Dream Exchange', date: '2026-11-30' });
    expect(record).toEqual({
      type: 'txt',
      text: [
        'Word game',
        'Event: Dream Exchange',
        'Date: 2026-11-30',
        'Players: ana, ben',
        '',
        '1. ana: crowd -o---',
        '2. ben: ember xxxxx',
        '',
        'The word: ember',
        'Result: solved by ben',
        '',
      ].join('\n'),
    });
    const result = (acts: readonly Act[]): string =>
      recordOf(stamp(storeGame(2, acts)), ['ana', 'ben'], { event: '', date: '' }).text;
    expect(result([])).toContain('The word: not revealed\nResult: not finished');
    expect(result(missed([0, 1], 6))).toContain('Result: not solved');
    expect(result([{ type: 'resign', seat: 0 }])).toContain('Result: ben, the last player');
  });
});
