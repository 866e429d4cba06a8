import {
  addGroupMember,
  createGroup,
  type CreateGroupBody,
  deleteGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  updateGroup,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf, isQueryOf, listOf, queryOf, send } from '../../../api/calls.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { GROUP_TEXTS } from './groups.texts.js';
import { useStaffList } from './staff.queries.js';

/** Fetches the groups of a server and their members again. */
export async function refetchGroups(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: addressOf(listGroups, { id }) }),
    client.invalidateQueries({ predicate: isQueryOf(listGroupMembers) }),
  ]);
}

/** Returns the groups of a server, or only those of a member or a private channel, and keeps them live. */
export function useGroups(serverId: string, only: { member?: string; channel?: string } = {}) {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void refetchGroups(client, serverId);
    return endAll(
      onConnected(refetch),
      onLive('groups:changed', (changed) => {
        if (changed.serverId === serverId) refetch();
      }),
    );
  }, [client, serverId]);
  const query = queryOf(listGroups, { id: serverId, query: only });
  // Without its listener, a cached list may have missed changes.
  return useQuery({ ...query, refetchOnMount: 'always' });
}

export const useGroupMembers = (id: string) => useStaffList(listOf(listGroupMembers, { id, query: {} }));

/** Creates a group, or changes an existing one. */
export function useSaveGroup(serverId: string, groupId?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateGroupBody) =>
      groupId === undefined
        ? send(createGroup, { id: serverId, body })
        : send(updateGroup, { id: groupId, body }),
    onSuccess: async () => refetchGroups(client, serverId),
    onError: showNoToast,
  });
}

export function useDeleteGroup(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => send(deleteGroup, { id }),
    onSuccess: async () => refetchGroups(client, serverId),
    onError: showNoToast,
  });
}

/** Adds a member to a group, or removes them. */
export function useSetGroupMember(serverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, userId, belongs }: { id: string; userId: string; belongs: boolean }) =>
      send(belongs ? addGroupMember : removeGroupMember, { id, userId }),
    onSettled: async () => refetchGroups(client, serverId),
    onError: (error) => showFailure(GROUP_TEXTS.failed, error),
  });
}
