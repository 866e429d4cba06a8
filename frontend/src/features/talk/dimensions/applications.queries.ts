import {
  acceptApplication,
  type ApplicationAnswer,
  applyToServer,
  declineApplication,
  getServer,
  listApplications,
  type ServerView,
  setQuestions,
  withdrawApplication,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { isProblem } from '../../../api/http.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { APPLICANT_TEXTS, APPLICATION_TEXTS } from './applications.texts.js';
import { withServer } from './dimensions.changes.js';
import { serversQuery } from './dimensions.queries.js';
import { useDeleteEntry, useStaffList } from './staff.queries.js';

/** The application of a member ends when they join with an invite. */
const APPLICATION_EVENTS = ['applications:changed', 'member:joined'] as const;

function showServer(client: QueryClient, server: ServerView): void {
  client.setQueryData(serversQuery.queryKey, (servers) => servers && withServer(servers, server));
  client.setQueryData(queryOf(getServer, { id: server.id }).queryKey, server);
}

async function refetchServer(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: serversQuery.queryKey, exact: true }),
    client.invalidateQueries({ queryKey: queryOf(getServer, { id }).queryKey, exact: true }),
  ]);
}

export function useSetQuestions(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (questions: string[]) => send(setQuestions, { id, body: { questions } }),
    onSuccess: (server) => showServer(client, server),
    onError: showNoToast,
  });
}

export function useApply(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (answers: ApplicationAnswer[]) => send(applyToServer, { id, body: { answers } }),
    onSuccess: (server) => showServer(client, server),
    onError: async (error) => {
      if (!isProblem(error, 'precondition_failed')) return;
      // The form starts again with the new questions.
      showFailure(APPLICATION_TEXTS.stale, error);
      await refetchServer(client, id);
    },
  });
}

export function useWithdraw(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => send(withdrawApplication, { id }),
    onError: (error) => showFailure(APPLICATION_TEXTS.failedWithdraw, error),
    // Staff may have decided already.
    onSettled: async () => refetchServer(client, id),
  });
}

/** Lists the applications that wait for staff, and keeps the list in sync. */
export function useApplications(id: string) {
  const query = useMemo(() => listOf(listApplications, { id }), [id]);
  useHintedRefetch(query.queryKey, APPLICATION_EVENTS);
  return useStaffList(query);
}

export function useAccept(id: string) {
  const accept = async (applicationId: string) => send(acceptApplication, { id, applicationId });
  return useDeleteEntry(addressOf(listApplications, { id }), accept, APPLICANT_TEXTS.failedAccept);
}

export function useDecline(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id: applicationId, word }: { id: string; word: string }) =>
      send(declineApplication, { id, applicationId, body: { word } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: addressOf(listApplications, { id }) }),
    onError: showNoToast,
  });
}
