import {
  addChannelGroup,
  addChannelMember,
  listChannelMembers,
  removeChannelGroup,
  removeChannelMember,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isQueryOf, listOf, send } from '../../../api/calls.js';
import { showFailure } from '../../../ui/show-failure.js';
import { CHANNEL_READERS_TEXTS } from './channel-readers.texts.js';
import { refetchGroups } from './groups.queries.js';
import { useStaffList } from './staff.queries.js';

export const useChannelMembers = (id: string) => useStaffList(listOf(listChannelMembers, { id }));

type Change = { isReading: boolean } & ({ userId: string } | { groupId: string });

/** Lets a member or a group read a private channel, or not. */
export function useSetChannelReader(serverId: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ isReading, ...reader }: Change) =>
      'userId' in reader
        ? send(isReading ? addChannelMember : removeChannelMember, { id, userId: reader.userId })
        : send(isReading ? addChannelGroup : removeChannelGroup, { id, groupId: reader.groupId }),
    onSettled: async () =>
      Promise.all([
        refetchGroups(client, serverId),
        client.invalidateQueries({ predicate: isQueryOf(listChannelMembers) }),
      ]),
    onError: (error) => showFailure(CHANNEL_READERS_TEXTS.failed, error),
  });
}
