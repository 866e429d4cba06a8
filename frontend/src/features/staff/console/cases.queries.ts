import {
  assignCase,
  decideCase,
  type DecideCaseBody,
  getStaffCase,
  listStaffCases,
  releaseCase,
  type StaffCaseDetail,
  type StaffCaseList,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { failureTextOf, useGuard } from '../../account/security/index.js';

/** Every mount fetches the cases again, because other staff may have decided some. */
export function useStaffCases(list: StaffCaseList, all: boolean) {
  const cases = useInfiniteQuery({
    ...listOf(listStaffCases, { query: { list, ...(all && { all }) } }),
    refetchOnMount: 'always',
  });
  return { ...cases, items: cases.data?.pages.flatMap(({ items }) => items) };
}

export const useStaffCase = (id: string) =>
  useQuery({ ...queryOf(getStaffCase, { id }), refetchOnMount: 'always' });

/** Changes a case, which the answer shows. Also after a failure it is fetched again: other staff may have changed it. */
function useCaseChange<T>(id: string, change: (input: T) => Promise<StaffCaseDetail>, onDone?: () => void) {
  const client = useQueryClient();
  const guard = useGuard();
  const mutation = useMutation({
    mutationFn: async (input: T) => guard(async () => change(input)),
    onSuccess: (found) => {
      client.setQueryData(queryOf(getStaffCase, { id }).queryKey, found);
      onDone?.();
    },
    onError: showNoToast,
    onSettled: async () => client.invalidateQueries({ queryKey: addressOf(listStaffCases) }),
  });
  return { ...mutation, failure: mutation.error ? failureTextOf(mutation.error) : undefined };
}

export const useAssignCase = (id: string) => useCaseChange<void>(id, async () => send(assignCase, { id }));

export const useReleaseCase = (id: string) => useCaseChange<void>(id, async () => send(releaseCase, { id }));

export const useDecideCase = (id: string, onDone: () => void) =>
  useCaseChange(id, async (body: DecideCaseBody) => send(decideCase, { id, body }), onDone);
