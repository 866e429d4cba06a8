import {
  type ApplicationAnswer,
  applyToServer,
  getServer,
  type ServerView,
  setQuestions,
  withdrawApplication,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryOf, send } from '../../../api/calls.js';
import { isProblem } from '../../../api/http.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { APPLICATION_TEXTS } from './applications.texts.js';
import { withServer } from './dimensions.changes.js';
import { serversQuery } from './dimensions.queries.js';

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
