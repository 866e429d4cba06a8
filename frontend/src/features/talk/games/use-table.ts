import type { GameView, StoredGameEvent } from '@oniverse/contracts';
import { type GamePause, type GameState, onClock, prepareGame, replayGame } from '@oniverse/games';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import { serverNow } from '../../../api/server-clock.js';
import { onLive } from '../../../live/live.js';
import { ask, EMPTY_CHANNEL, openChannel, type PlayOperation, playsIn, useLog } from '../log/index.js';
import { type KnownRecord, newerGame, recordQuery } from './games.queries.js';
import {
  commandOf,
  knownEvents,
  lacksEvents,
  pausesOf,
  predictedState,
  refusalOf,
  stamped,
} from './table.js';
import { seatOf } from './seats.js';

const NO_EVENTS: readonly StoredGameEvent[] = [];

/** Loads what the rules of a game need, such as a story. */
const rulesQuery = (setup: StoredGameEvent['event']['setup']) =>
  queryOptions({
    queryKey: ['game rules', setup?.kind ?? '', setup?.story ?? ''],
    queryFn: async () => {
      if (setup) await prepareGame(setup);
      return true;
    },
    enabled: setup !== undefined,
  });

/** What a player does at a table. Returns why the rules refuse it; undefined if it is sent. */
export type Play = (type: PlayOperation['command'], move?: string) => string | undefined;

export interface Table {
  record: KnownRecord | undefined;
  game: GameView | undefined;
  events: readonly StoredGameEvent[];
  /** When its clocks stand still. */
  pauses: readonly GamePause[];
  /** As the server has it; undefined until it is loaded, and before the game starts. */
  stored: GameState | undefined;
  /** With what the reader did and the server has not stored yet. */
  state: GameState | undefined;
  /** The seat of the reader. */
  seat: number | undefined;
  isSending: boolean;
  error: Error | null;
  retry: () => void;
  play: Play;
}

function replayed(
  events: readonly StoredGameEvent[],
  pauses: readonly GamePause[],
): { state?: GameState; error: Error | null } {
  try {
    return events.length === 0
      ? { error: null }
      : { state: replayGame(stamped(events, pauses)), error: null };
  } catch (error) {
    // A later release may know events that this page does not.
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Returns the events as the same list until there are others. */
function useEvents(record: KnownRecord | undefined, id: string): readonly StoredGameEvent[] {
  const channel = useLog(({ channels }) => channels[id] ?? EMPTY_CHANNEL);
  const known = record ? knownEvents(record, channel) : NO_EVENTS;
  const [events, setEvents] = useState(known);
  if (known.at(-1)?.seq !== events.at(-1)?.seq || known.length !== events.length) {
    setEvents(known);
    return known;
  }
  return events;
}

/**
 * Loads a game, and follows its thread.
 * @param given the game as its list or message has it
 * @param userId the reader; undefined for a visitor, who cannot follow the thread
 */
export function useTable(id: string, given: GameView | undefined, userId: string | undefined): Table {
  const { data: record, error: loadError, refetch } = useQuery(recordQuery(id));
  const isVisitor = userId === undefined;
  useEffect(() => (isVisitor ? undefined : openChannel(id)), [id, isVisitor]);
  const events = useEvents(record, id);
  const isIncomplete = useLog(
    ({ channels }) => record !== undefined && lacksEvents(record, channels[id] ?? EMPTY_CHANNEL),
  );
  // A game that began while it was open has other players than the record.
  const isOutdated = isIncomplete || (record?.game.status === 'open' && events.length > 0);
  // Another one after each fetch, during which more may have arrived.
  const outdatedAt = isOutdated ? record?.coveredSeq : undefined;
  useEffect(() => {
    if (outdatedAt !== undefined) void refetch();
  }, [outdatedAt, refetch]);
  // A maintenance may have been planned or ended since the record was loaded.
  useEffect(() => onLive('announcement:changed', () => void refetch()), [refetch]);

  const givenPauses = record?.pauses;
  const pauses = useMemo(() => (givenPauses ? pausesOf({ pauses: givenPauses }) : []), [givenPauses]);
  const {
    data: isPrepared = false,
    error: rulesError,
    refetch: loadRules,
  } = useQuery(rulesQuery(events[0]?.event.setup));
  const { state: stored, error: replayError } = useMemo(
    () => replayed(isPrepared ? events : NO_EVENTS, pauses),
    [isPrepared, events, pauses],
  );
  const game = record && (given ? newerGame(record.game, given) : record.game);
  const seat = game && seatOf(game, userId);
  const lastSeq = events.at(-1)?.seq ?? 0;
  const unconfirmed = useLog(
    useShallow((log) => playsIn(log, id, userId ?? '').filter(({ seq = Infinity }) => seq > lastSeq)),
  );
  const state = useMemo(
    () => (stored && seat !== undefined ? predictedState(stored, unconfirmed, seat, pauses) : stored),
    [stored, unconfirmed, seat, pauses],
  );
  return {
    record,
    game,
    events,
    pauses,
    stored,
    state,
    seat,
    isSending: unconfirmed.length > 0,
    error: loadError ?? rulesError ?? replayError,
    retry: () => void (loadError ? refetch() : loadRules()),
    play: (type, move = '') => {
      if (!state || seat === undefined || userId === undefined) return undefined;
      const refusal = refusalOf(state, seat, commandOf(type, move), onClock(serverNow(), pauses));
      if (refusal === undefined) ask({ kind: 'play', userId, talkId: id, command: type, move: move.trim() });
      return refusal;
    },
  };
}
