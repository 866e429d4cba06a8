import {
  GAME_REFUSALS,
  type GameRecord,
  type MessageView,
  type PlayBody,
  type StoredGameEvent,
} from '@oniverse/contracts';
import {
  applyEvent,
  eventOf,
  type GameCommand,
  type GamePause,
  GameRefusal,
  type GameState,
  onClock,
  type StampedEvent,
} from '@oniverse/games';
import { sentenceOf } from '../../../api/sentences.js';
import { type ChannelState, newestLoaded, oldestLoaded, type PlayOperation } from '../log/index.js';
import type { KnownRecord } from './games.queries.js';

const storedEvents = (messages: readonly MessageView[]): StoredGameEvent[] =>
  messages.flatMap(({ seq, createdAt, event }) => (event ? [{ seq, at: createdAt, event }] : []));

/** Returns the events of a record, and the later ones that are loaded of the thread of the game. */
export function knownEvents(
  { events, coveredSeq }: KnownRecord,
  channel: ChannelState,
): readonly StoredGameEvent[] {
  const later = storedEvents(channel.messages.filter(({ seq }) => seq > coveredSeq));
  return later.length > 0 ? [...events, ...later] : events;
}

/** Whether the thread has messages, perhaps events, that neither the record covers nor what is loaded of it. */
export const lacksEvents = ({ coveredSeq }: KnownRecord, channel: ChannelState): boolean =>
  channel.ready &&
  channel.seq > coveredSeq &&
  (oldestLoaded(channel) > coveredSeq + 1 || newestLoaded(channel) < channel.seq);

/** Returns when the clocks of a game stand still. */
export const pausesOf = ({ pauses }: Pick<GameRecord, 'pauses'>): GamePause[] =>
  pauses.map(({ from, to }) => ({ from: Date.parse(from), to: to === null ? Infinity : Date.parse(to) }));

/** Returns events as the engine reads them, with times on the clocks of the game. */
export const stamped = (events: readonly StoredGameEvent[], pauses: readonly GamePause[]): StampedEvent[] =>
  events.map(({ event, at }) => ({ event, at: onClock(Date.parse(at), pauses) }));

/** Returns what a player typed or pressed as the engine reads it. */
export const commandOf = (type: PlayBody['type'], move = ''): GameCommand =>
  type === 'move' ? { type, move } : { type };

/**
 * Returns the state with what the player asked for and the server has not stored yet. The first thing that the rules refuse now
 * is left out, with all that follows: the server decides.
 */
export function predictedState(
  state: GameState,
  operations: readonly PlayOperation[],
  seat: number,
  pauses: readonly GamePause[] = [],
): GameState {
  let known = state;
  for (const { command, move, at } of operations) {
    try {
      known = applyEvent(
        known,
        eventOf(known, seat, commandOf(command, move)),
        onClock(Date.parse(at), pauses),
      );
    } catch (error) {
      if (error instanceof GameRefusal) return known;
      throw error;
    }
  }
  return known;
}

/**
 * Returns why the rules refuse what a player wants to do now, as the server would say it; undefined if they allow it.
 * @param now on the clocks of the game
 */
export function refusalOf(
  state: GameState,
  seat: number,
  command: GameCommand,
  now: number,
): string | undefined {
  try {
    applyEvent(state, eventOf(state, seat, command), now);
    return undefined;
  } catch (error) {
    if (error instanceof GameRefusal) return sentenceOf(GAME_REFUSALS[error.code]);
    throw error;
  }
}

/** Returns the time left on the clock of a seat, or when it is over, in ms; undefined if it has none now. */
export function clockOf(
  { setup, status, toMove, banks, turnStartedAt }: GameState,
  seat: number,
): { left: number } | { overAt: number } | undefined {
  const bank = banks[seat];
  if (status === 'active' && toMove.includes(seat)) {
    return { overAt: turnStartedAt + (bank ?? setup.moveSeconds * 1_000) };
  }
  return bank === undefined ? undefined : { left: bank };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats the time on a clock: `06:12`, `5:06:12` or `2 d 05 h`. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${twoDigits(hours % 24)} h`;
  const rest = `${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

export interface NumberedMove {
  /** The number before it; absent for the second move of a pair. */
  number: number | undefined;
  text: string;
}

/** Returns moves with their numbers: in pairs in chess, else one by one. */
export const numberedMoves = ({ setup, moves }: GameState): NumberedMove[] =>
  moves.map(({ text }, index) =>
    setup.kind === 'chess'
      ? { text, number: index % 2 === 0 ? index / 2 + 1 : undefined }
      : { text, number: index + 1 },
  );
