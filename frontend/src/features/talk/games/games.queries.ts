import {
  type GameRecord,
  type GameStatus,
  type GameView,
  getGame,
  joinGame,
  leaveGame,
  listAwake,
  type ListedGame,
  listGames,
  listOpenGames,
  offerGame,
  type OfferGameBody,
  offerRematch,
  openGameToVisitors,
  setAwake,
  startGame,
} from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { getChannel } from '../log/index.js';

/** The games that go on in a channel or conversation, newest first. */
export const talkGamesQuery = (channelId: string) =>
  queryOf(listGames, { query: { channel: channelId, status: 'active' } });

/** The games that are open to visitors and go on. */
export const openGamesQuery = queryOf(listOpenGames, {}, 0);

/** Who is online and open to a game. It changes with their connections, so each visit asks again. */
export const awakeQuery = queryOf(listAwake, {}, 0);

/** Returns what says whether the reader is open to a game. */
export function useSetAwake() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOpen: boolean) => send(setAwake, { body: { isOpen } }),
    onSuccess: (awake) => client.setQueryData(awakeQuery.queryKey, awake),
  });
}

/** The games of a member that the reader may read, newest first. */
export const memberGamesQuery = (memberId: string) => listOf(listGames, { query: { member: memberId } }, 0);

const ORDER: readonly GameStatus[] = ['open', 'active', 'over'];

/** Returns the newer of two states of a game, which never goes back. */
export function newerGame(one: GameView, other: GameView): GameView {
  const step = ORDER.indexOf(other.status) - ORDER.indexOf(one.status);
  if (step !== 0) return step > 0 ? other : one;
  return other.eventCount >= one.eventCount ? other : one;
}

/** Returns the games with a newer state of one, which stays when it has ended; undefined if it is not among them. */
export const withGame = (games: readonly ListedGame[], game: GameView): ListedGame[] | undefined =>
  games.some((listed) => listed.game.id === game.id)
    ? games.map((listed) =>
        listed.game.id === game.id ? { ...listed, game: newerGame(listed.game, game) } : listed,
      )
    : undefined;

/** Returns the games that go on in a channel or conversation, and those that ended while it was open. Follows live events. */
export function useTalkGames(channelId: string): readonly ListedGame[] | undefined {
  const client = useQueryClient();
  const { data } = useQuery({ ...talkGamesQuery(channelId), refetchOnMount: 'always' });
  useEffect(() => {
    const { queryKey } = talkGamesQuery(channelId);
    const refetch = () => void invalidateAndRefetch(client, { queryKey });
    return endAll(
      onLive('message:edited', ({ channelId: talkId, thread }) => {
        const games = client.getQueryData(queryKey);
        if (talkId !== channelId || !thread?.game || !games) return;
        const changed = withGame(games, thread.game);
        if (changed) client.setQueryData(queryKey, changed);
        // A running fetch may be older than the event.
        if (thread.game.status === 'active' && (!changed || client.isFetching({ queryKey }) > 0)) refetch();
      }),
      onConnected(() => {
        // The first connect follows the first fetch.
        if (client.getQueryData(queryKey)) refetch();
      }),
    );
  }, [client, channelId]);
  return data;
}

/** The events of a game. */
export interface KnownRecord extends GameRecord {
  /** No event up to this `seq` of the thread is missing. */
  coveredSeq: number;
}

export const recordQuery = (id: string) =>
  queryOptions({
    // A key of its own type.
    queryKey: [...queryOf(getGame, { id }).queryKey],
    queryFn: async ({ signal }): Promise<KnownRecord> => {
      const { headSeq } = getChannel(id);
      const record = await send(getGame, { id }, signal);
      return { ...record, coveredSeq: Math.max(headSeq, record.events.at(-1)?.seq ?? 0) };
    },
    staleTime: 0,
  });

/** Takes a newer state of a game wherever it is cached. */
export function applyGame(client: QueryClient, game: GameView): void {
  client.setQueryData(
    recordQuery(game.id).queryKey,
    (record) => record && { ...record, game: newerGame(record.game, game) },
  );
}

const refetchRecord = (client: QueryClient, id: string): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: addressOf(getGame, { id }) });

const SEAT_CALLS = { join: joinGame, start: startGame, leave: leaveGame } as const;

/** Takes a seat, starts the game or gives the seat back. */
export function useSeat({ id }: GameView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (step: keyof typeof SEAT_CALLS) => {
      applyGame(client, await send(SEAT_CALLS[step], { id }));
    },
    onSuccess: async () => refetchRecord(client, id),
  });
}

/** The dialog shows why it failed. */
export const useOffer = (channelId: string) =>
  useMutation({
    mutationFn: async (body: OfferGameBody) => send(offerGame, { id: channelId, body }),
    onError: showNoToast,
  });

export const useRematch = ({ id }: GameView, nonce: string) =>
  useMutation({ mutationFn: async () => send(offerRematch, { id, body: { nonce } }) });

export function useVisitors({ id }: GameView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isOpen: boolean) =>
      applyGame(client, await send(openGameToVisitors, { id, body: { isOpen } })),
    onSuccess: async () => refetchRecord(client, id),
  });
}
