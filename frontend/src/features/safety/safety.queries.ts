import { hiddenMemberSchema, type HiddenMembers, hiddenMembersSchema } from '@oniverse/contracts';
import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { failureMessageOf, http } from '../../api/http.js';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';
import { useSession } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import { SAFETY_TEXTS as TEXTS } from './safety.texts.js';

/** How a member hides another one. */
export type Hiding = 'blocked' | 'muted';
/** The hidden members by id. A member who is both counts as blocked. */
export type HiddenById = ReadonlyMap<string, Hiding>;

export interface NamedMember {
  id: string;
  username: string;
}

const API = ['/api'] as const;
const LISTS = { blocked: [...API, 'blocks'], muted: [...API, 'mutes'] } as const;
const PAGE_SIZE = '30';

export const hiddenMembersQuery = queryOptions({
  queryKey: [...API, 'hidden-members'] as const,
  queryFn: typedQuery(hiddenMembersSchema),
});

const NONE: HiddenById = new Map();

const toMap = ({ blocked, muted }: HiddenMembers): HiddenById =>
  new Map([...muted.map((id) => [id, 'muted'] as const), ...blocked.map((id) => [id, 'blocked'] as const)]);

/** Returns the members that the reader hides: none for a visitor or if they cannot be loaded, undefined until then. */
export function useHiddenMembers(): HiddenById | undefined {
  const { status } = useSession();
  const { data, isError } = useQuery({ ...hiddenMembersQuery, select: toMap, enabled: status === 'member' });
  return data ?? (isError || status === 'anonymous' ? NONE : undefined);
}

/** Returns the blocked or muted members, newest first. */
export function useHiddenList(hiding: Hiding) {
  return useInfiniteQuery({
    ...listQuery(LISTS[hiding], hiddenMemberSchema, { limit: PAGE_SIZE }),
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
    [hiddenMembersQuery.queryKey, ...Object.values(LISTS), [...API, 'users']].map((queryKey) =>
      invalidateAndRefetch(client, { queryKey }),
    ),
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
      http([...LISTS[hiding], member.id].join('/'), { method: hide ? 'PUT' : 'DELETE' }),
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
    onError: (error) =>
      showToast({ title: TEXTS.failed, description: failureMessageOf(error), variant: 'destructive' }),
  });
  return mutation;
}
