import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GameEvent } from '@oniverse/contracts';
import {
  type AdventureState,
  announceEvent,
  createSetup,
  eventOf,
  type GameState,
  positionText,
  prepareGame,
  recordOf,
  replayGame,
  startEvent,
} from '../index.js';

const setupFor = (seats: number, seed = 'seed') =>
  createSetup({ kind: 'adventure', bankSeconds: 0, moveSeconds: 60, story: 'the-last-lighthouse' }, seats, {
    seed,
  });

type Act = readonly [seat: number, choice: number] | GameEvent;

const stamp = (events: readonly GameEvent[]) => events.map((event) => ({ event, at: 0 }));
const replay = (events: readonly GameEvent[]): GameState => replayGame(stamp(events));

function storeGame(seats: number, acts: readonly Act[], seed?: string): GameEvent[] {
  const votes = acts.map((act): GameEvent =>
    'type' in act ? act : { type: 'move', seat: act[0], move: String(act[1]) },
  );
  return [startEvent(setupFor(seats, seed)), ...votes];
}

const play = (seats: number, acts: readonly Act[], seed?: string): GameState =>
  replay(storeGame(seats, acts, seed));

function gameOf({ game }: GameState): AdventureState {
  if (game.kind !== 'adventure') throw new Error('Not an adventure');
  return game;
}

/** The choices that led the story so far. */
const pathOf = (state: GameState): (string | undefined)[] =>
  gameOf(state)
    .passages.slice(1)
    .map(({ choice }) => choice);

const LETTER = 'Read the letter again.';
const CLIMB = 'Climb the path to the keeper’s cottage.';
const BOATHOUSE = 'Walk around the rock to the boathouse.';
/** One player's votes to a story that ends early: wait for the dark, keep the tower dark, leave the light unanswered. */
const TO_AN_ENDING = [2, 3, 7, 2, 2, 2].map((choice): Act => [0, choice]);

describe('the adventure', () => {
  beforeAll(() => prepareGame(setupFor(1)));

  it('TLK-566 begins with the first passage, and choices that nobody has voted for', () => {
    const state = play(3, []);
    expect(gameOf(state).passages).toHaveLength(1);
    expect(gameOf(state).passages[0]?.paragraphs[0]).toMatch(/^The supply boat sets you down/u);
    expect(gameOf(state).choices).toEqual([LETTER, CLIMB, BOATHOUSE].map((text) => ({ text, votes: [] })));
    expect(state.toMove).toEqual([0, 1, 2]);
  });

  it('TLK-566 lets each player vote once a round, in any order', () => {
    const state = play(3, [[1, 2]]);
    expect(gameOf(state).choices[1]?.votes).toEqual([1]);
    expect(state.toMove).toEqual([0, 2]);
    expect(() => eventOf(state, 1, { type: 'move', move: '1' })).toThrow(
      expect.objectContaining({ code: 'not_your_turn' }),
    );
    expect(eventOf(state, 2, { type: 'move', move: ' 3 ' })).toEqual({ type: 'move', seat: 2, move: '3' });
  });

  it.each(['0', '4', '-1', '1.5', '01', 'one', ''])('TLK-566 refuses the vote “%s”', (move) => {
    expect(() => eventOf(play(2, []), 0, { type: 'move', move })).toThrow(
      expect.objectContaining({ code: 'illegal_move' }),
    );
  });

  it('TLK-566 follows a choice as soon as the missing votes cannot change it', () => {
    const two = play(4, [
      [0, 3],
      [1, 3],
    ]);
    // The other two could still agree on another choice.
    expect(pathOf(two)).toEqual([]);
    const decided = play(4, [
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(pathOf(decided)).toEqual([BOATHOUSE]);
    expect(decided.toMove).toEqual([0, 1, 2, 3]);
    const plurality = play(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 3],
      [4, 3],
    ]);
    expect(pathOf(plurality)).toEqual([BOATHOUSE]);
  });

  it('TLK-566 decides between equal votes by the seed', () => {
    const tie: Act[] = [
      [0, 1],
      [1, 2],
    ];
    const chosen = (seed: string): string | undefined => pathOf(play(2, tie, seed))[0];
    const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);
    expect(new Set(seeds.map(chosen))).toEqual(new Set([LETTER, CLIMB]));
    expect(seeds.map(chosen)).toEqual(seeds.map(chosen));
  });

  it('TLK-566 counts a player whose time is over as no vote of the round', () => {
    const acts: Act[] = [[0, 2], { type: 'time', seat: 1 }];
    const state = play(2, acts);
    expect(pathOf(state)).toEqual([CLIMB]);
    expect(state.toMove).toEqual([0, 1]);
    expect(play(3, acts).toMove).toEqual([2]);
  });

  it('TLK-566 goes on without a player whose time is over in two rounds, or who leaves after the vote', () => {
    const twice = play(2, [[0, 2], { type: 'time', seat: 1 }, [0, 3], { type: 'time', seat: 1 }]);
    expect(twice.toMove).toEqual([0]);
    expect(gameOf(twice).seats).toEqual([0]);
    const between = play(2, [
      [0, 2],
      { type: 'time', seat: 1 },
      [0, 3],
      [1, 3],
      [0, 1],
      { type: 'time', seat: 1 },
    ]);
    expect(gameOf(between).seats).toEqual([0, 1]);
    const afterVote = play(3, [[1, 2], { type: 'time', seat: 1 }]);
    expect(gameOf(afterVote).seats).toEqual([0, 2]);
    expect(gameOf(afterVote).choices[1]?.votes).toEqual([]);
  });

  it('TLK-560 goes on alone, and decides without the vote of a player who resigned', () => {
    const state = play(3, [[1, 2], [2, 3], { type: 'resign', seat: 2 }, { type: 'resign', seat: 0 }]);
    expect(pathOf(state)).toEqual([CLIMB]);
    expect(state.toMove).toEqual([1]);
    expect(() =>
      replay([...storeGame(2, []), { type: 'resign', seat: 1 }, { type: 'resign', seat: 1 }]),
    ).toThrow(expect.objectContaining({ code: 'invalid_event' }));
  });

  it('TLK-566 ends if everybody resigned, or nobody voted in a round', () => {
    const resigned = play(2, [
      { type: 'resign', seat: 0 },
      { type: 'resign', seat: 1 },
    ]);
    expect(resigned.outcome).toEqual({ reason: 'resignation', winners: [] });
    const silent = play(2, [
      { type: 'time', seat: 0 },
      { type: 'time', seat: 1 },
    ]);
    expect(silent.outcome).toEqual({ reason: 'time', winners: [] });
  });

  it('TLK-561 starts the time of a round with its passage', () => {
    const [start, first, second] = storeGame(2, [
      [0, 2],
      [1, 2],
    ]);
    const at = (...times: number[]): number =>
      replayGame(
        [start!, first!, second!]
          .slice(0, times.length)
          .map((event, index) => ({ event, at: times[index]! })),
      ).turnStartedAt;
    expect(at(1_000, 9_000)).toBe(1_000);
    expect(at(1_000, 9_000, 12_000)).toBe(12_000);
  });

  it('TLK-566 ends at a named ending, with no winners', () => {
    const state = play(1, TO_AN_ENDING);
    expect(state).toMatchObject({ status: 'over', toMove: [], outcome: { reason: 'story', winners: [] } });
    expect(gameOf(state)).toMatchObject({ ending: 'A night early', choices: [] });
  });

  it('TLK-568 writes the story and its choices as text', () => {
    const lines = positionText(
      play(4, [
        [0, 2],
        [3, 2],
        [1, 1],
      ]),
    ).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'The Last Lighthouse',
      '',
      expect.stringMatching(/^The supply boat sets you down/u),
    ]);
    expect(lines.slice(-4, -1)).toEqual([
      `1. ${LETTER} (1 vote)`,
      `2. ${CLIMB} (2 votes)`,
      `3. ${BOATHOUSE}`,
    ]);
    const ended = positionText(play(1, TO_AN_ENDING));
    expect(ended).toContain(`\n\n> ${CLIMB}\n\nThe door is not locked.`);
    expect(ended).toContain('\nEnding: A night early\n');
  });

  it('TLK-568 announces a vote, and the choice that it decides', () => {
    const announced = (seats: number, acts: readonly Act[]): string => {
      const events = storeGame(seats, acts);
      return announceEvent(replay(events), events.at(-1)!);
    };
    expect(announced(2, [[0, 2]])).toMatch(/^Player 1 votes for 2\. /u);
    expect(announced(1, [[0, 2]])).toMatch(
      /^Player 1 votes for 2, and the story goes on: “Climb the path to the keeper’s cottage.”\. /u,
    );
  });

  it('TLK-567 records the story with the choices that led through it', () => {
    const { type, text } = recordOf(stamp(storeGame(1, TO_AN_ENDING)), ['ana'], {
      event: 'Dream Exchange',
      date: '2026-11-30',
    });
    expect(type).toBe('txt');
    expect(text).toMatch(
      /^The Last Lighthouse\nEvent: Dream Exchange\nDate: 2026-11-30\nPlayers: ana\n\nThe supply/u,
    );
    expect(text).toContain(`\n\n> ${CLIMB}\n\nThe door is not locked.`);
    expect(text).toMatch(/\n\nEnding: A night early\n$/u);
  });
});
