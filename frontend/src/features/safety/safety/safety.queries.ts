import {
  blockMember,
  getHiddenMembers,
  getProfile,
  type HiddenMembers,
  listBlocks,
  listMutes,
  muteMember,
  unblockMember,
  unmuteMember,
} from '@oniverse/contracts';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { API, keyOfPath } from '../../../api/http.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { useSession } from '../../../session/session.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { SAFETY_TEXTS as TEXTS } from './safety.texts.js';

/** How a member hides another one. */
export type Hiding = 'blocked' | 'muted';
/** The hidden members by id. A member who is both counts as blocked. */
export type HiddenById = ReadonlyMap<string, Hiding>;

export interface NamedMember {
  id: string;
  username: string;
}

const CALLS = {
  blocked: { list: listBlocks, hide: blockMember, show: unblockMember },
  muted: { list: listMutes, hide: muteMember, show: unmuteMember },
} as const;
const PAGE_SIZE = 30;

export const hiddenMembersQuery = queryOf(getHiddenMembers);

const NONE: HiddenById = new Map();

const toMap = ({ blocked, muted }: HiddenMembers): HiddenById =>
  new Map([...muted.map((id) => [id, 'muted'] as const), ...blocked.map((id) => [id, 'blocked'] as const)]);

/** Returns the members that the reader hides: none for a visitor or if they cannot be loaded, undefined until then. */
export function useHiddenMembers(): HiddenById | undefined {
  const { status } = useSession();
  const { data, isError } = useQuery({ ...hiddenMembersQuery, select: toMap, enabled: status === 'member' });
  return data ?? (isError || status === 'anonymous' ? NONE : undefined);
}

/**
 * Returns whether messages of some authors count as unread: false if the reader hides all of them, undefined if only the
 * server knows.
 * @param userIds undefined if the authors are not known
 */
export function areCounted(client: QueryClient, userIds: readonly string[] | undefined): boolean | undefined {
  const { blocked, muted } = client.getQueryData(hiddenMembersQuery.queryKey) ?? { blocked: [], muted: [] };
  if (blocked.length + muted.length === 0) return true;
  if (userIds === undefined) return undefined;
  const hidden = userIds.filter((id) => blocked.includes(id) || muted.includes(id));
  if (hidden.length === 0) return true;
  return hidden.length === userIds.length ? false : undefined;
}

/** Returns the blocked or muted members, newest first. */
export function useHiddenList(hiding: Hiding) {
  return useInfiniteQuery({
    ...listOf(CALLS[hiding].list, { query: { limit: PAGE_SIZE } }),
    refetchOnMount: 'always',
  });
}

/**
 * Fetches everything shown, after a change of what the reader may see. Answers that are not shown are dropped, because they
 * may have what the reader may no longer see.
 */
export async function refetchVisible(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: API, predicate: (query) => query.getObserversCount() === 0 });
  await invalidateAndRefetch(client, { queryKey: API });
}

/** Fetches what a missed hint may have changed, after a reconnect. Other parts of the pages follow their own events. */
export async function refetchMembers(client: QueryClient): Promise<void> {
  await Promise.all(
    [
      addressOf(getHiddenMembers),
      addressOf(listBlocks),
      addressOf(listMutes),
      keyOfPath(getProfile.path).slice(0, -1),
    ].map((queryKey) => invalidateAndRefetch(client, { queryKey })),
  );
}

interface Change {
  member: NamedMember;
  hiding: Hiding;
  hide: boolean;
}

const withChange = (hidden: HiddenMembers, { member, hiding, hide }: Change): HiddenMembers => {
  const others = hidden[hiding].filter((id) => id !== member.id);
  return { ...hidden, [hiding]: hide ? [member.id, ...others] : others };
};

/** Blocks or mutes a member, or ends it. A toast offers to undo it. */
export function useChangeHiding() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ member, hiding, hide }: Change) =>
      send(CALLS[hiding][hide ? 'hide' : 'show'], { userId: member.id }),
    onSuccess: (_answer, change) => {
      const { member, hiding, hide } = change;
      client.setQueryData(hiddenMembersQuery.queryKey, (hidden) => hidden && withChange(hidden, change));
      showToast({
        title: TEXTS.done[hiding][hide ? 'on' : 'off'](member.username),
        ...(hide && {
          description: TEXTS.unnoticed[hiding],
          action: { label: TEXTS.undo, run: () => mutation.mutate({ ...change, hide: false }) },
        }),
      });
      // Also without a live connection, which otherwise brings a hint.
      void refetchVisible(client);
    },
    onError: (error) => showFailure(TEXTS.failed, error),
  });
  return mutation;
}
