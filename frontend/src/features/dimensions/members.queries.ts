import {
  type AssignableRole,
  LIMITS,
  memberSchema,
  type MemberView,
  type OkAnswer,
  okSchema,
  transferOwnership,
} from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../../api/calls.js';
import { http } from '../../api/http.js';
import { fetchPage, type ListPage } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { withServer } from './dimensions.changes.js';
import { isMemberListQuery, serversQuery } from './dimensions.queries.js';

/** The number of member pages that are loaded; for a larger server, those of the newest members. */
const MAX_PAGES = 10;

export const membersQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['/api', 'servers', serverId, 'members'] as const,
    queryFn: async ({ queryKey, signal }): Promise<MemberView[]> => {
      const members: MemberView[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const search: Record<string, string> = {
          limit: String(LIMITS.page.max),
          ...(cursor !== null && { cursor }),
        };
        const { items, nextCursor }: ListPage<MemberView> = await fetchPage(
          queryKey,
          memberSchema,
          search,
          signal,
        );
        members.push(...items);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      return members;
    },
  });

const SEARCH_LIMIT = 20;

/** Searches all members by name. Not cached, because live events do not update it. */
const memberSearchQuery = (serverId: string, text: string) =>
  queryOptions({
    queryKey: [...membersQuery(serverId).queryKey, text] as const,
    queryFn: async ({ signal }): Promise<MemberView[]> => {
      const search = { q: text, limit: String(SEARCH_LIMIT) };
      const { items } = await fetchPage(membersQuery(serverId).queryKey, memberSchema, search, signal);
      return items;
    },
    gcTime: 0,
  });

const invalidateSearches = (client: QueryClient, serverId: string) =>
  client.invalidateQueries({
    queryKey: membersQuery(serverId).queryKey,
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
    mutationFn: async ({ userId, role }: { userId: string; role: AssignableRole }): Promise<MemberView> =>
      parse(
        memberSchema,
        await http(`/api/servers/${serverId}/members/${userId}`, { method: 'PATCH', body: { role } }),
      ),
    onSuccess: (member) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.map((entry) => (entry.userId === member.userId ? member : entry)),
      );
      void invalidateSearches(client, serverId);
    },
  });
}

/** Removes a member from a server, which bans them. */
export function useRemoveMember(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string): Promise<OkAnswer> =>
      parse(okSchema, await http(`/api/servers/${serverId}/members/${userId}`, { method: 'DELETE' })),
    onSuccess: (_ok, userId) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.filter((entry) => entry.userId !== userId),
      );
      void invalidateSearches(client, serverId);
    },
  });
}

/** Transfers the ownership of a server to a member; the former owner becomes a moderator. */
export function useTransferOwnership(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => send(transferOwnership, { id: serverId, body: { userId } }),
    onSuccess: async (server) => {
      client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
      await client.invalidateQueries({ queryKey: membersQuery(serverId).queryKey });
    },
  });
}
