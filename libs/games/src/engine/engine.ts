import type { GameEvent, GameOutcome, GameSetup } from '@oniverse/contracts';
import { commitmentOf } from '../words/commitment.js';
import { advanceClocks, deadlineOf, startClocks } from './clocks.js';
import { isDuel, withGame, withRules } from './kinds.js';
import { GameRefusal } from './refusal.js';
import type { StartPosition, Step, StoredMove } from './rules.js';
import type { GameData, GameState, PlayedMove, StampedEvent } from './state.js';

/** What a player wants to do. `draw` and `takeback` offer, or accept what the other player offered. */
export type GameCommand =
  | { readonly type: 'move'; readonly move: string }
  | { readonly type: 'resign' | 'draw' | 'decline_draw' | 'takeback' | 'decline_takeback' };

/** What the players choose. `bankSeconds` counts in chess and Go only. */
export type GameOptions = Pick<
  GameSetup,
  'kind' | 'bankSeconds' | 'moveSeconds' | 'size' | 'scoring' | 'story' | 'position'
>;

/** Returns the setup of a game. @param random `secret` is required for a word game, see `drawSecret` */
export function createSetup(
  { kind, bankSeconds, moveSeconds, size, scoring, story, position }: GameOptions,
  seats: number,
  { seed, secret }: { seed: string; secret?: string },
): GameSetup {
  return {
    kind,
    seats,
    seed,
    bankSeconds: isDuel(kind) ? bankSeconds : 0,
    moveSeconds,
    ...(kind === 'go' && { size: size ?? '9', scoring: scoring ?? 'area' }),
    ...(kind === 'adventure' && { story: story ?? 'the-last-lighthouse' }),
    ...(position !== undefined && { position }),
    ...(secret !== undefined && { commitment: commitmentOf(secret) }),
  };
}

/**
 * Reads the position to start a game from: a FEN or a diagram, such as a copied `positionText`. @throws GameRefusal
 * @returns `position` as the setup has it, and the size of its board
 */
export function readPosition(kind: GameOptions['kind'], text: string): StartPosition {
  return withRules(kind, (rules) => {
    if (!rules.readPosition) throw new GameRefusal('no_position');
    return rules.readPosition(text);
  });
}

/** Loads what the rules of a game need, such as its story. Required once before any other function for the game. */
export async function prepareGame(setup: GameSetup): Promise<void> {
  await withRules(setup.kind, (rules) => rules.prepare?.(setup));
}

/** Returns the first event of a game. */
export function startEvent(setup: GameSetup): GameEvent {
  return { type: 'start', setup };
}

/** Returns the state after some events. @throws GameRefusal if one of them cannot follow those before it */
export function replayGame(events: readonly StampedEvent[]): GameState {
  const state = positionsOf(events).at(-1);
  if (!state) throw new GameRefusal('invalid_event');
  return state;
}

/** Returns the states after each event. @throws GameRefusal if one of them cannot follow those before it */
export function positionsOf(events: readonly StampedEvent[]): GameState[] {
  const states: GameState[] = [];
  for (const { event, at } of events) {
    const state = states.at(-1);
    states.push(state ? applyEvent(state, event, at) : startGame(event, at));
  }
  return states;
}

/**
 * Returns the state after an event. @throws GameRefusal if the event cannot follow
 * @param at the server's time, in ms
 */
export function applyEvent(state: GameState, event: GameEvent, at: number): GameState {
  if (event.type === 'reveal') return applyReveal(state, event);
  if (state.status === 'over') throw new GameRefusal('game_over');
  const { type, seat } = event;
  if (seat === undefined || seat >= state.setup.seats || type === 'start')
    throw new GameRefusal('invalid_event');
  if (type === 'time') return applyLeaving(state, seat, 'time', at);
  if (at > (deadlineOf(state) ?? at)) throw new GameRefusal('time_over');
  if (type === 'move') return applyMove(state, seat, event, at);
  if (type === 'resign') return applyLeaving(state, seat, 'resignation', at);
  return applyAgreement(state, seat, type, at);
}

/**
 * Returns the event of a command, which `applyEvent` may still refuse. @throws GameRefusal
 * @param secret the secret of a word game, which only the server knows
 */
export function eventOf(state: GameState, seat: number, command: GameCommand, secret?: string): GameEvent {
  const { setup, game, drawOfferedBy, takebackAskedBy } = state;
  if (command.type === 'move') {
    requireTurn(state, seat);
    const move = withGame(game, (rules, known) => rules.readMove(setup, known, seat, command.move, secret));
    return { type: 'move', seat, ...move };
  }
  if (command.type === 'draw')
    return { type: isOfOther(drawOfferedBy, seat) ? 'accept_draw' : 'offer_draw', seat };
  if (command.type === 'takeback')
    return { type: isOfOther(takebackAskedBy, seat) ? 'accept_takeback' : 'ask_takeback', seat };
  return { type: command.type, seat };
}

/** Returns the event that follows without a player; undefined if none does. @param secret of a word game */
export function followingEvent(state: GameState, secret?: string): GameEvent | undefined {
  return secret !== undefined && awaitsSecret(state) ? { type: 'reveal', secret } : undefined;
}

function startGame({ type, setup }: GameEvent, at: number): GameState {
  if (type !== 'start' || !setup) throw new GameRefusal('invalid_event');
  const step = beginGame(setup);
  return { setup, ...startClocks(setup, at), moves: [], ...stateOf(step) };
}

const beginGame = (setup: GameSetup): Step<GameData> =>
  withRules<Step<GameData>>(setup.kind, (rules) => rules.begin(setup));

const playMove = (setup: GameSetup, game: GameData, seat: number, move: StoredMove): Step<GameData> =>
  withGame<Step<GameData>>(game, (rules, known) => rules.play(setup, known, seat, move));

function stateOf({
  game,
  toMove,
  outcome,
}: Step<GameData>): Pick<GameState, 'game' | 'toMove' | 'status' | 'outcome'> {
  return outcome ? { game, toMove: [], status: 'over', outcome } : { game, toMove, status: 'active' };
}

function applyMove(state: GameState, seat: number, { move, marks }: GameEvent, at: number): GameState {
  requireTurn(state, seat);
  if (move === undefined) throw new GameRefusal('invalid_event');
  const step = playMove(state.setup, state.game, seat, { move, ...(marks !== undefined && { marks }) });
  // A move of the other player leaves an offer of a draw without an answer.
  const { takebackAskedBy: _asked, drawOfferedBy, ...rest } = state;
  return {
    ...rest,
    ...(drawOfferedBy === seat && !step.outcome && { drawOfferedBy }),
    ...advanceClocks(state, at, { mover: seat, ...step }),
    ...stateOf(step),
    moves: [...state.moves, { seat, text: move }],
    lastMove: move,
  };
}

function applyLeaving(state: GameState, seat: number, reason: 'resignation' | 'time', at: number): GameState {
  const step = withGame<Step<GameData>>(state.game, (rules, game) =>
    rules.leave(state.setup, game, seat, reason),
  );
  return { ...withoutOffers(state), ...advanceClocks(state, at, step), ...stateOf(step) };
}

function applyAgreement(
  state: GameState,
  seat: number,
  type: Exclude<GameEvent['type'], 'start' | 'move' | 'resign' | 'time' | 'reveal'>,
  at: number,
): GameState {
  if (!isDuel(state.setup.kind)) throw new GameRefusal('no_agreements');
  const { drawOfferedBy, takebackAskedBy, ...rest } = state;
  switch (type) {
    case 'offer_draw':
      if (drawOfferedBy !== undefined) throw new GameRefusal('offer_open');
      return { ...state, drawOfferedBy: seat };
    case 'accept_draw':
      requireOffer(drawOfferedBy, seat);
      return { ...rest, ...advanceClocks(state, at, {}), ...ending({ reason: 'agreement', winners: [] }) };
    case 'decline_draw':
      requireOffer(drawOfferedBy, seat);
      return { ...rest, ...(takebackAskedBy !== undefined && { takebackAskedBy }) };
    case 'ask_takeback':
      if (takebackAskedBy !== undefined) throw new GameRefusal('offer_open');
      if (!state.moves.some((move) => move.seat === seat)) throw new GameRefusal('nothing_to_take_back');
      return { ...state, takebackAskedBy: seat };
    case 'accept_takeback':
      return { ...takeBack(state, requireOffer(takebackAskedBy, seat)), ...advanceClocks(state, at, {}) };
    case 'decline_takeback':
      requireOffer(takebackAskedBy, seat);
      return { ...rest, ...(drawOfferedBy !== undefined && { drawOfferedBy }) };
    default:
      return type satisfies never;
  }
}

/** Returns the state before the last turn that a seat had for itself. */
function takeBack(state: GameState, seat: number): GameState {
  const { lastMove: _last, ...rest } = withoutOffers(state);
  let step = beginGame(state.setup);
  let kept = 0;
  let before = step;
  for (const [index, move] of state.moves.entries()) {
    if (step.toMove.length === 1 && step.toMove[0] === seat) {
      kept = index;
      before = step;
    }
    step = playMove(state.setup, step.game, move.seat, { move: move.text });
  }
  const moves: readonly PlayedMove[] = state.moves.slice(0, kept);
  const lastMove = moves.at(-1)?.text;
  return { ...rest, ...stateOf(before), moves, ...(lastMove !== undefined && { lastMove }) };
}

function applyReveal(state: GameState, { secret }: GameEvent): GameState {
  if (secret === undefined || !awaitsSecret(state)) throw new GameRefusal('invalid_event');
  const game = withGame<GameData>(
    state.game,
    (rules, known) => rules.reveal?.(state.setup, known, secret) ?? known,
  );
  return { ...state, game };
}

const awaitsSecret = ({ status, game }: GameState): boolean =>
  status === 'over' && withGame(game, (rules, known) => rules.awaitsSecret?.(known) === true);

const ending = (outcome: GameOutcome): Pick<GameState, 'toMove' | 'status' | 'outcome'> => ({
  toMove: [],
  status: 'over',
  outcome,
});

function withoutOffers({ drawOfferedBy: _draw, takebackAskedBy: _asked, ...rest }: GameState): GameState {
  return rest;
}

function requireTurn({ status, toMove }: GameState, seat: number): void {
  if (status === 'over') throw new GameRefusal('game_over');
  if (!toMove.includes(seat)) throw new GameRefusal('not_your_turn');
}

const isOfOther = (offeredBy: number | undefined, seat: number): boolean =>
  offeredBy !== undefined && offeredBy !== seat;

function requireOffer(offeredBy: number | undefined, seat: number): number {
  if (offeredBy === undefined || offeredBy === seat) throw new GameRefusal('no_offer');
  return offeredBy;
}
