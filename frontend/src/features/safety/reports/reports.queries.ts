import {
  closeServerCase,
  type CloseServerCaseBody,
  createReport,
  type CreateReportBody,
  getServerCase,
  handOnServerCase,
  listQueue,
  listReports,
  listServerCases,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
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

/** The closed cases of a dimension. Every mount fetches them again, because other staff may have closed some. */
export function useClosedCases(id: string) {
  const list = useInfiniteQuery({
    ...listOf(listServerCases, { id, query: { state: 'closed' } }),
    refetchOnMount: 'always',
  });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

const QUEUE_EVENTS = ['queue:changed'] as const;

/** A case, which other members may report too while it is shown. */
export function useServerCase(id: string, caseId: string) {
  const query = useMemo(() => queryOf(getServerCase, { id, caseId }), [id, caseId]);
  useHintedRefetch(query.queryKey, QUEUE_EVENTS);
  return useQuery({ ...query, refetchOnMount: 'always' });
}

/** Sends a decision about a case. Also after a failure the cases are fetched: another moderator may have decided. */
function useDecision<T>(id: string, decide: (body: T) => Promise<unknown>, onSuccess: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess,
    onSettled: async () => {
      await Promise.all(
        [addressOf(listServerCases, { id }), addressOf(listQueue, { id })].map(async (queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

export const useCloseServerCase = (id: string, caseId: string, onSuccess: () => void) =>
  useDecision(
    id,
    async (body: CloseServerCaseBody) => send(closeServerCase, { id, caseId, body }),
    onSuccess,
  );

export const useHandOnServerCase = (id: string, caseId: string, onSuccess: () => void) =>
  useDecision(id, async () => send(handOnServerCase, { id, caseId }), onSuccess);
