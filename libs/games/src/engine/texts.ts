import { type GameEvent, type GameOutcome, gameName, type GameSetup } from '@oniverse/contracts';
import { withGame, withRules } from './kinds.js';
import { replayGame } from './engine.js';
import type { GameRecord, RecordDetails } from './rules.js';
import type { GameState, StampedEvent } from './state.js';

const LIST = new Intl.ListFormat('en');

/** Returns the name of a seat: its side in chess and Go, else its number from 1. */
export function seatName({ kind }: GameSetup, seat: number): string {
  return withRules(kind, ({ sides }) => sides?.[seat]) ?? `Player ${seat + 1}`;
}

/** What the events without details say after the name of the player. */
const EVENT_TEXTS = {
  resign: 'resigns',
  offer_draw: 'offers a draw',
  accept_draw: 'accepts the draw',
  decline_draw: 'declines the draw',
  ask_takeback: 'asks to take back a move',
  accept_takeback: 'agrees to take back a move',
  decline_takeback: 'declines to take back a move',
  time: 'out of time',
} as const;

/** Returns the text of the message of an event, in the log and for clients without games. */
export function eventText({ type, setup, move, secret }: GameEvent): string {
  if (type === 'start') return setup ? `starts: ${gameName(setup)}` : 'starts';
  if (type === 'move') return move ?? '';
  if (type === 'reveal') return `The word: ${secret?.split(' ')[0] ?? ''}`;
  return EVENT_TEXTS[type];
}

/** Returns sentences for a live region about an event. @param state after the event */
export function announceEvent(state: GameState, event: GameEvent): string {
  return `${eventSentence(state, event)} ${situation(state)}`;
}

/** Returns how a game ended, as a sentence. */
export function outcomeText(setup: GameSetup, { reason, winners, score }: GameOutcome): string {
  const name = LIST.format(winners.map((seat) => seatName(setup, seat)));
  switch (reason) {
    case 'checkmate':
      return `Checkmate: ${name} wins.`;
    case 'stalemate':
      return 'Draw by stalemate.';
    case 'repetition':
      return 'Draw by threefold repetition.';
    case 'fifty_moves':
      return 'Draw by the fifty-move rule.';
    case 'material':
      return 'Draw: neither side can checkmate.';
    case 'score':
      return `${name} wins by ${score?.replace(/^.\+/u, '') ?? ''} points.`;
    case 'agreement':
      return 'Draw by agreement.';
    case 'resignation':
      return winners.length > 0 ? `${name} wins by resignation.` : 'Everybody has left.';
    case 'time':
      if (winners.length > 0) return `${name} wins on time.`;
      return setup.kind === 'adventure'
        ? 'Everybody has left.'
        : 'Draw: the player with time left cannot checkmate.';
    case 'solved':
      return `${name} wins.`;
    case 'unsolved':
      return 'Nobody found the word.';
    case 'story':
      return 'The story is over.';
    default:
      return reason satisfies never;
  }
}

/** Returns the position as lines of text, to copy and to read aloud. */
export function positionText(state: GameState): string {
  const text = withGame(state.game, (rules, game) => rules.positionText(state.setup, game));
  return `${text}\n${situation(state)}`;
}

/** Returns the record of a game: PGN for chess, SGF for Go, else plain text. @param names of the players, by seat */
export function recordOf(
  events: readonly StampedEvent[],
  names: readonly string[],
  details: Omit<RecordDetails, 'names'>,
): GameRecord {
  const state = replayGame(events);
  return withGame(state.game, (rules, game) => rules.record(state, game, { names, ...details }));
}

function eventSentence({ setup, game }: GameState, event: GameEvent): string {
  const { type, seat = 0, move, marks } = event;
  if (type === 'start') return 'The game starts.';
  if (type === 'reveal') return `${eventText(event)}.`;
  const name = seatName(setup, seat);
  if (type === 'time') return `${name} is out of time.`;
  if (type !== 'move' || move === undefined) return `${name} ${eventText(event)}.`;
  const played = { move, ...(marks !== undefined && { marks }) };
  return `${name} ${withGame(game, (rules, known) => rules.moveSentence(setup, known, played))}.`;
}

/** Returns how the game ended, or who is to move. */
function situation({ setup, toMove, outcome }: GameState): string {
  if (outcome) return outcomeText(setup, outcome);
  return `${LIST.format(toMove.map((seat) => seatName(setup, seat)))} to move.`;
}
