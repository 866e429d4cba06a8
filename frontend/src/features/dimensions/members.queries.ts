import { type GivenRole, LIMITS, type MemberView, type OkAnswer } from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isListOf, parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { fetchPage, type ListPage } from '../../api/list-query.js';
import { isMember } from '../../live/payloads.js';
import { isOk, isServer } from './dimensions.guards.js';
import { withServer } from './dimensions.changes.js';
import { isMembersKey, serversQuery } from './dimensions.queries.js';

const isMembers = isListOf(isMember);
/** So many pages of members are known by name; of a larger dimension the newest. */
const PAGES = 10;

/** The members of a dimension, newest first. */
export const membersQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['/api', 'servers', serverId, 'members'] as const,
    queryFn: async ({ queryKey, signal }): Promise<MemberView[]> => {
      const members: MemberView[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < PAGES; page += 1) {
        const search: Record<string, string> = {
          limit: String(LIMITS.page.max),
          ...(cursor !== null && { cursor }),
        };
        const { items, next }: ListPage<MemberView> = await fetchPage(queryKey, isMembers, search, signal);
        members.push(...items);
        if (next === null) break;
        cursor = next;
      }
      return members;
    },
  });

const FOUND = 20;

/** Members whose names hold a text, of all that there are. Asked anew each time: nothing keeps it up to date. */
const foundQuery = (serverId: string, text: string) =>
  queryOptions({
    queryKey: [...membersQuery(serverId).queryKey, text] as const,
    queryFn: async ({ signal }): Promise<MemberView[]> => {
      const search = { q: text, limit: String(FOUND) };
      const { items } = await fetchPage(membersQuery(serverId).queryKey, isMembers, search, signal);
      return items;
    },
    gcTime: 0,
  });

const forgetFound = (client: QueryClient, serverId: string) =>
  client.invalidateQueries({
    queryKey: membersQuery(serverId).queryKey,
    predicate: (query) => !isMembersKey(query),
  });

/** The members of a dimension. */
export const useMembers = (serverId: string) => useQuery(membersQuery(serverId));

/** Members among whom somebody is looked for. */
export interface MemberSearch {
  /** Undefined until they are there. */
  members: readonly MemberView[] | undefined;
  isSearching: boolean;
  isError: boolean;
}

/**
 * The members that are known, and with them, in a dimension of more, those whose names hold a text.
 * @param text nothing where nobody is looked for
 */
export function useMemberSearch(serverId: string, text: string): MemberSearch {
  const { data: known, isError } = useMembers(serverId);
  const isPartial = known !== undefined && known.length >= PAGES * LIMITS.page.max;
  const isAsked = isPartial && text !== '';
  const { data: found, isFetching } = useQuery({ ...foundQuery(serverId, text), enabled: isAsked });
  const members = useMemo(() => {
    if (!known || !found) return known;
    const ids = new Set(known.map(({ userId }) => userId));
    return [...known, ...found.filter(({ userId }) => !ids.has(userId))];
  }, [known, found]);
  return { members, isSearching: isAsked && isFetching, isError };
}

/** Makes somebody a moderator, or a member again. */
export function useGiveRole(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, role }: { userId: string; role: GivenRole }): Promise<MemberView> =>
      parse(
        isMember,
        await http(`/api/servers/${serverId}/members/${userId}`, { method: 'PATCH', body: { role } }),
      ),
    onSuccess: (member) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.map((held) => (held.userId === member.userId ? member : held)),
      );
      void forgetFound(client, serverId);
    },
  });
}

/** Takes somebody out of a dimension. */
export function useRemoveMember(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string): Promise<OkAnswer> =>
      parse(isOk, await http(`/api/servers/${serverId}/members/${userId}`, { method: 'DELETE' })),
    onSuccess: (_ok, userId) => {
      client.setQueryData(membersQuery(serverId).queryKey, (members) =>
        members?.filter((held) => held.userId !== userId),
      );
      void forgetFound(client, serverId);
    },
  });
}

/** Hands a dimension to one of its members; its owner becomes a moderator. */
export function useHandOver(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) =>
      parse(isServer, await http(`/api/servers/${serverId}/owner`, { method: 'POST', body: { userId } })),
    onSuccess: async (server) => {
      client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
      await client.invalidateQueries({ queryKey: membersQuery(serverId).queryKey });
    },
  });
}
