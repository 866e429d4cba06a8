import { describe, expect, it } from '@jest/globals';
import type { GameEvent, GameSetup } from '@oniverse/contracts';
import {
  applyEvent,
  createSetup,
  deadlineOf,
  eventOf,
  type GameCommand,
  GameRefusal,
  type GameState,
  positionsOf,
  replayGame,
  startEvent,
} from '../index.js';

const START = 1_700_000_000_000;
const CHESS = createSetup({ kind: 'chess', bankSeconds: 600, moveSeconds: 5 }, 2, { seed: 'a' });
const BY_MOVE = createSetup({ kind: 'chess', bankSeconds: 0, moveSeconds: 60 }, 2, { seed: 'a' });
const GO = createSetup({ kind: 'go', bankSeconds: 600, moveSeconds: 5 }, 2, { seed: 'a' });

const begin = (setup: GameSetup): GameState => replayGame([{ event: startEvent(setup), at: START }]);

/** Applies what a player does some seconds after the start. */
const doAt = (state: GameState, seconds: number, seat: number, command: GameCommand | string): GameState =>
  applyEvent(
    state,
    eventOf(state, seat, typeof command === 'string' ? { type: 'move', move: command } : command),
    START + seconds * 1_000,
  );

function codeOf(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof GameRefusal ? error.code : error;
  }
}

/** Plays moves in turn, one in each second. */
const playAll = (setup: GameSetup, ...moves: string[]): GameState =>
  moves.reduce((state, move, index) => doAt(state, index + 1, state.toMove[0] ?? 0, move), begin(setup));

describe('the engine of games', () => {
  it('TLK-560 refuses moves out of turn, of nobody, and after the end', () => {
    const state = begin(CHESS);
    expect(codeOf(() => doAt(state, 1, 1, 'e5'))).toBe('not_your_turn');
    expect(codeOf(() => applyEvent(state, { type: 'move', seat: 1, move: 'e5' }, START))).toBe(
      'not_your_turn',
    );
    expect(codeOf(() => applyEvent(state, { type: 'move', seat: 0 }, START))).toBe('invalid_event');
    expect(codeOf(() => applyEvent(state, { type: 'resign', seat: 2 }, START))).toBe('invalid_event');
    expect(codeOf(() => applyEvent(state, { type: 'resign' }, START))).toBe('invalid_event');
    const over = doAt(state, 1, 1, { type: 'resign' });
    expect(over).toMatchObject({
      status: 'over',
      toMove: [],
      outcome: { reason: 'resignation', winners: [0] },
    });
    expect(codeOf(() => doAt(over, 2, 0, 'e4'))).toBe('game_over');
    expect(codeOf(() => applyEvent(over, { type: 'resign', seat: 0 }, START))).toBe('game_over');
  });

  it('TLK-560 replays events from the start, which comes once', () => {
    const events = [
      { event: startEvent(GO), at: START },
      { event: { type: 'move', seat: 0, move: 'D4' } satisfies GameEvent, at: START + 1_000 },
    ];
    expect(positionsOf(events).map(({ moves }) => moves.length)).toEqual([0, 1]);
    expect(replayGame(events)).toEqual(playAll(GO, 'd4'));
    expect(codeOf(() => replayGame([]))).toBe('invalid_event');
    expect(codeOf(() => replayGame(events.slice(1)))).toBe('invalid_event');
    expect(codeOf(() => applyEvent(begin(GO), startEvent(GO), START))).toBe('invalid_event');
    expect(codeOf(() => applyEvent(begin(GO), { type: 'reveal', secret: 'ember 0' }, START))).toBe(
      'invalid_event',
    );
  });
});

describe('the clocks of games', () => {
  it('TLK-561 take the time of a move from its bank, and add the increment', () => {
    const state = doAt(doAt(begin(CHESS), 20, 0, 'e4'), 50, 1, 'e5');
    expect(state.banks).toEqual([585_000, 575_000]);
    expect(deadlineOf(state)).toBe(START + 50_000 + 585_000);
  });

  it('TLK-561 give each move a time of its own without a bank', () => {
    const state = doAt(begin(BY_MOVE), 59, 0, 'e4');
    expect(state.banks).toEqual([]);
    expect(deadlineOf(state)).toBe(START + 119_000);
  });

  it.each([CHESS, BY_MOVE])('TLK-561 refuse what comes after the deadline, in game %#', (setup) => {
    const state = begin(setup);
    const deadline = deadlineOf(state) ?? 0;
    expect(codeOf(() => applyEvent(state, { type: 'move', seat: 0, move: 'e4' }, deadline))).toBeUndefined();
    expect(codeOf(() => applyEvent(state, { type: 'move', seat: 0, move: 'e4' }, deadline + 1))).toBe(
      'time_over',
    );
    expect(codeOf(() => applyEvent(state, { type: 'offer_draw', seat: 1 }, deadline + 1))).toBe('time_over');
    const over = applyEvent(state, { type: 'time', seat: 0 }, deadline + 1);
    expect(over).toMatchObject({ status: 'over', outcome: { reason: 'time', winners: [1] } });
    expect(deadlineOf(over)).toBeNull();
  });

  it('TLK-561 run for both players while they mark stones, without an increment', () => {
    const scoring = doAt(doAt(doAt(begin(GO), 10, 0, 'D4'), 20, 1, 'pass'), 30, 0, 'pass');
    expect(scoring).toMatchObject({ toMove: [0, 1], banks: [590_000, 595_000] });
    expect(deadlineOf(scoring)).toBe(START + 30_000 + 590_000);
    const marked = doAt(scoring, 40, 1, 'dead D4');
    expect(marked.banks).toEqual([580_000, 585_000]);
    const agreed = doAt(marked, 50, 1, 'done');
    expect(agreed).toMatchObject({ toMove: [0], banks: [570_000, 575_000] });
    expect(deadlineOf(agreed)).toBe(START + 50_000 + 570_000);
  });

  it('TLK-561 do not start again while players mark stones without a bank', () => {
    const setup = createSetup({ kind: 'go', bankSeconds: 0, moveSeconds: 60 }, 2, { seed: 'a' });
    const scoring = playAll(setup, 'D4', 'pass', 'pass');
    expect(deadlineOf(doAt(scoring, 30, 1, 'dead D4'))).toBe(deadlineOf(scoring));
  });

  it('TLK-561 have banks only in games of two opponents', () => {
    const options = { bankSeconds: 600, moveSeconds: 60 };
    expect(createSetup({ kind: 'words', ...options }, 3, { seed: 'a' }).bankSeconds).toBe(0);
    expect(createSetup({ kind: 'go', ...options }, 2, { seed: 'a' }).bankSeconds).toBe(600);
  });
});

describe('agreements of opponents', () => {
  it('TLK-562 end the game as a draw if the other player accepts', () => {
    const offered = doAt(begin(CHESS), 1, 0, { type: 'draw' });
    expect(offered.drawOfferedBy).toBe(0);
    expect(codeOf(() => doAt(offered, 2, 0, { type: 'draw' }))).toBe('offer_open');
    expect(codeOf(() => applyEvent(offered, { type: 'accept_draw', seat: 0 }, START))).toBe('no_offer');
    expect(doAt(offered, 2, 1, { type: 'draw' }).outcome).toEqual({ reason: 'agreement', winners: [] });
  });

  it('TLK-562 keep an offered draw until the other player moves or declines', () => {
    const offered = doAt(doAt(begin(CHESS), 1, 0, { type: 'draw' }), 2, 0, 'e4');
    expect(offered.drawOfferedBy).toBe(0);
    expect(doAt(offered, 3, 1, 'e5').drawOfferedBy).toBeUndefined();
    expect(doAt(offered, 3, 1, { type: 'decline_draw' }).drawOfferedBy).toBeUndefined();
    expect(codeOf(() => doAt(begin(CHESS), 1, 1, { type: 'decline_draw' }))).toBe('no_offer');
  });

  it.each([
    { asking: 1, kept: ['e4'] },
    { asking: 0, kept: [] },
  ])('TLK-562 take back moves until it is the turn of seat $asking again', ({ asking, kept }) => {
    const played = playAll(CHESS, 'e4', 'e5');
    const asked = doAt(played, 3, asking, { type: 'takeback' });
    const back = doAt(asked, 10, 1 - asking, { type: 'takeback' });
    expect(back.moves.map(({ text }) => text)).toEqual(kept);
    expect(back).toMatchObject({
      toMove: [asking],
      turnStartedAt: START + 10_000,
      banks: [596_000, 604_000],
    });
    expect(back.game).toEqual(playAll(CHESS, ...kept).game);
    expect(back.lastMove).toBe(kept.at(-1));
    expect(back.takebackAskedBy).toBeUndefined();
  });

  it('TLK-562 refuse to take back what nobody moved, asked or can answer', () => {
    const played = playAll(CHESS, 'e4');
    expect(codeOf(() => doAt(played, 2, 1, { type: 'takeback' }))).toBe('nothing_to_take_back');
    const asked = doAt(played, 2, 0, { type: 'takeback' });
    expect(codeOf(() => doAt(asked, 3, 0, { type: 'takeback' }))).toBe('offer_open');
    expect(codeOf(() => doAt(asked, 3, 0, { type: 'decline_takeback' }))).toBe('no_offer');
    expect(doAt(asked, 3, 1, { type: 'decline_takeback' }).takebackAskedBy).toBeUndefined();
    expect(doAt(asked, 3, 1, 'e5').takebackAskedBy).toBeUndefined();
  });

  it('TLK-562 take back a pass from the marking of stones', () => {
    const scoring = playAll(GO, 'D4', 'pass', 'pass', 'dead D4');
    const back = doAt(doAt(scoring, 5, 1, { type: 'takeback' }), 6, 0, { type: 'takeback' });
    expect(back).toMatchObject({
      toMove: [1],
      game: { phase: 'play', dead: [] },
      moves: [{ seat: 0, text: 'D4' }],
    });
  });

  it('TLK-562 are not for games of several', () => {
    const words = begin(
      createSetup({ kind: 'words', bankSeconds: 0, moveSeconds: 60 }, 2, { seed: 'a', secret: 'ember 0' }),
    );
    expect(codeOf(() => doAt(words, 1, 0, { type: 'draw' }))).toBe('no_agreements');
    expect(codeOf(() => doAt(words, 1, 0, { type: 'takeback' }))).toBe('no_agreements');
  });
});
