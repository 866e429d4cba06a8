import {
  type AssignableRole,
  LIMITS,
  listMembers,
  type MemberView,
  PRESENCE,
  removeMember,
  setRole,
  transferOwnership,
} from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, fetchPageOf, queryOf, send } from '../../../api/calls.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { withServer } from './dimensions.changes.js';
import { isMemberListQuery, serversQuery } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** The number of member pages that are loaded; for a larger server, those of the newest members. */
const MAX_PAGES = PRESENCE.members / LIMITS.page.max;

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: queryOf(listMembers, { id }).queryKey,
    queryFn: async ({ signal }): Promise<MemberView[]> => {
      const members: MemberView[] = [];
      const request = { id, query: { limit: LIMITS.page.max } };
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { items, nextCursor } = await fetchPageOf(listMembers, request, signal, cursor);
        members.push(...items);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      return members;
    },
  });

const SEARCH_LIMIT = 20;

/** Searches all members by name. Not cached, because live events update only queries whose key names the call. */
const memberSearchQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: [...addressOf(listMembers, { id }), text],
    queryFn: async ({ signal }) => send(listMembers, { id, query: { q: text, limit: SEARCH_LIMIT } }, signal),
    gcTime: 0,
  });

const invalidateSearches = (client: QueryClient, id: string) =>
  client.invalidateQueries({
    queryKey: addressOf(listMembers, { id }),
    predicate: (query) => !isMemberListQuery(query),
  });

export const useMembers = (serverId: string) => useQuery(membersQuery(serverId));

export interface MemberSearch {
  members: readonly MemberView[] | undefined;
  isSearching: boolean;
  isError: boolean;
}

/** Returns the loaded members. In a server with more, adds the backend's matches for `text`; empty means no search. */
export function useMemberSearch(serverId: string, text: string): MemberSearch {
  const { data: known, isError } = useMembers(serverId);
  const isPartial = known !== undefined && known.length >= MAX_PAGES * LIMITS.page.max;
  const isEnabled = isPartial && text !== '';
  const { data: found, isFetching } = useQuery({ ...memberSearchQuery(serverId, text), enabled: isEnabled });
  const members = useMemo(() => {
    if (!known || !found) return known;
    const ids = new Set(known.map(({ userId }) => userId));
    return [...known, ...found.filter(({ userId }) => !ids.has(userId))];
  }, [known, found]);
  return { members, isSearching: isEnabled && isFetching, isError };
}

export function useSetRole(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: AssignableRole }) =>
      send(setRole, { id: serverId, userId, body: { role } }),
    onSuccess: (member) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.map((entry) => (entry.userId === member.userId ? member : entry)),
      );
      void invalidateSearches(client, serverId);
    },
    onError: (error) => showFailure(DIMENSIONS_TEXTS.people.makeModerator, error),
  });
}

/** Removes a member from a server, which bans them. */
export function useRemoveMember(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => send(removeMember, { id: serverId, userId }),
    onSuccess: (_ok, userId) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.filter((entry) => entry.userId !== userId),
      );
      void invalidateSearches(client, serverId);
    },
    onError: showNoToast,
  });
}

/** Transfers the ownership of a server to a member; the former owner becomes a moderator. */
export function useTransferOwnership(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => send(transferOwnership, { id: serverId, body: { userId } }),
    onSuccess: async (server) => {
      client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
      await client.invalidateQueries({ queryKey: addressOf(listMembers, { id: serverId }) });
    },
    onError: showNoToast,
  });
}
