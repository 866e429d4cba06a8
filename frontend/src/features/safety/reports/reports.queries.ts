import {
  type CaseState,
  closeServerCase,
  type CloseServerCaseBody,
  createReport,
  type CreateReportBody,
  getServerCase,
  handOnServerCase,
  listReports,
  listServerCases,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';

/** The member's own reports. Every mount fetches them again, because staff may have closed some. */
export function useReports() {
  const list = useInfiniteQuery({ ...listOf(listReports, {}), refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

export function useCreateReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateReportBody) => send(createReport, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: addressOf(listReports) }),
    onError: showNoToast,
  });
}

/** The cases of a dimension. Every mount fetches them again, because other staff may have closed some. */
export function useServerCases(id: string, state: CaseState) {
  const list = useInfiniteQuery({
    ...listOf(listServerCases, { id, query: { state } }),
    refetchOnMount: 'always',
  });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

export const useServerCase = (id: string, caseId: string) =>
  useQuery({ ...queryOf(getServerCase, { id, caseId }), refetchOnMount: 'always' });

/** Sends a decision about a case. Also after a failure the cases are fetched: another moderator may have decided. */
function useDecision<T>(id: string, decide: (body: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onError: showNoToast,
    onSettled: async () => client.invalidateQueries({ queryKey: addressOf(listServerCases, { id }) }),
  });
}

export const useCloseServerCase = (id: string, caseId: string) =>
  useDecision(id, async (body: CloseServerCaseBody) => send(closeServerCase, { id, caseId, body }));

export const useHandOnServerCase = (id: string, caseId: string) =>
  useDecision(id, async () => send(handOnServerCase, { id, caseId }));
