import {
  type CaseState,
  type CloseServerCaseBody,
  type CreateReportBody,
  reportSchema,
  serverCaseDetailSchema,
  serverCaseSchema,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { http } from '../../api/http.js';
import { listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';

const REPORTS_KEY = ['/api', 'reports'] as const;
const casesKey = (serverId: string) => ['/api', 'servers', serverId, 'cases'] as const;

/** Fetches a list page by page. Every mount fetches it again, because staff may have closed some of it. */
function useFreshList<S extends v.GenericSchema>(
  key: readonly ['/api', ...string[]],
  schema: S,
  search: Readonly<Record<string, string>> = {},
) {
  const list = useInfiniteQuery({ ...listQuery(key, schema, search), refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

/** The member's own reports. */
export const useReports = () => useFreshList(REPORTS_KEY, reportSchema);

export function useCreateReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateReportBody) =>
      parse(reportSchema, await http('/api/reports', { method: 'POST', body })),
    onSuccess: () => client.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
}

/** The cases of a dimension. */
export const useServerCases = (serverId: string, state: CaseState) =>
  useFreshList(casesKey(serverId), serverCaseSchema, { state });

export function useServerCase(serverId: string, caseId: string) {
  return useQuery({
    queryKey: [...casesKey(serverId), caseId],
    queryFn: async ({ signal }) =>
      parse(serverCaseDetailSchema, await http(`/api/servers/${serverId}/cases/${caseId}`, { signal })),
    refetchOnMount: 'always',
  });
}

/** Sends a decision about a case. Also after a failure the cases are fetched: another moderator may have decided. */
function useDecision<T>(serverId: string, send: (body: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: async () => client.invalidateQueries({ queryKey: casesKey(serverId) }),
  });
}

export const useCloseServerCase = (serverId: string, caseId: string) =>
  useDecision(serverId, async (body: CloseServerCaseBody) =>
    http(`/api/servers/${serverId}/cases/${caseId}/close`, { method: 'POST', body }),
  );

export const useHandOnServerCase = (serverId: string, caseId: string) =>
  useDecision(serverId, async () =>
    http(`/api/servers/${serverId}/cases/${caseId}/hand-on`, { method: 'POST' }),
  );
