import {
  endMeasure,
  endMemberSessions,
  eraseMember,
  getMemberRecord,
  listStaffMembers,
  type MemberRecord,
  takeMeasure,
  type TakeMeasureBody,
} from '@oniverse/contracts';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { addressOf, isQueryOf, listOf, queryOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { failureTextOf, useGuard } from '../../account/security/index.js';

export function useStaffMembers(q: string) {
  const members = useInfiniteQuery({
    ...listOf(listStaffMembers, { query: q === '' ? {} : { q } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  return { ...members, items: members.data?.pages.flatMap(({ items }) => items) };
}

export const useMemberRecord = (id: string) =>
  useQuery({ ...queryOf(getMemberRecord, { id }), refetchOnMount: 'always' });

/** Acts on a member. @param onDone called with the answer */
function useMemberChange<T, A>(change: (input: T) => Promise<A>, onDone: (answer: A) => void) {
  const client = useQueryClient();
  const guard = useGuard();
  const mutation = useMutation({
    mutationFn: async (input: T) => guard(async () => change(input)),
    onSuccess: onDone,
    onError: showNoToast,
    onSettled: async () => client.invalidateQueries({ predicate: isQueryOf(listStaffMembers) }),
  });
  return { ...mutation, failure: mutation.error ? failureTextOf(mutation.error) : undefined };
}

/** Like `useMemberChange`, of a call that answers the record. */
function useRecordChange<T>(id: string, change: (input: T) => Promise<MemberRecord>, onDone: () => void) {
  const client = useQueryClient();
  return useMemberChange(change, (record) => {
    client.setQueryData(queryOf(getMemberRecord, { id }).queryKey, record);
    onDone();
  });
}

export const useTakeMeasure = (id: string, onDone: () => void) =>
  useRecordChange(id, async (body: TakeMeasureBody) => send(takeMeasure, { id, body }), onDone);

export const useEndMemberSessions = (id: string, onDone: () => void) =>
  useRecordChange<void>(id, async () => send(endMemberSessions, { id }), onDone);

export const useEndMeasure = (onDone: () => void) =>
  useMemberChange(async (id: string) => send(endMeasure, { id }), onDone);

export function useEraseMember(id: string, onDone: () => void) {
  const client = useQueryClient();
  return useMemberChange(
    async (username: string) => send(eraseMember, { id, body: { username } }),
    () => {
      client.removeQueries({ queryKey: addressOf(getMemberRecord, { id }) });
      onDone();
    },
  );
}
