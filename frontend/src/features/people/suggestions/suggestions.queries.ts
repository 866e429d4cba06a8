import { dismissSuggestion, listSuggestions } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showChange } from '../../../api/show-change.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { showFailure } from '../../../ui/show-failure.js';
import { SUGGESTION_TEXTS } from './suggestions.texts.js';

const FRESH_MS = 60_000;

export const suggestionsQuery = queryOf(listSuggestions, {}, FRESH_MS);

const EVENTS = ['links:changed'] as const;

/** Returns links that could exist. A new link or suggestion fetches them again. */
export function useSuggestions() {
  useHintedRefetch(suggestionsQuery.queryKey, EVENTS);
  return useQuery({ ...suggestionsQuery, select: ({ suggestions }) => suggestions });
}

export function useDismissSuggestion() {
  const client = useQueryClient();
  const refetch = () => invalidateAndRefetch(client, { queryKey: suggestionsQuery.queryKey });
  return useMutation({
    mutationFn: async (id: string) => send(dismissSuggestion, { id }),
    onMutate: (id) =>
      showChange(client, suggestionsQuery.queryKey, ({ suggestions }) => ({
        suggestions: suggestions.filter((entry) => entry.id !== id),
      })),
    onError: (error, _id, takeBack) => {
      takeBack?.();
      showFailure(SUGGESTION_TEXTS.dismissFailed, error);
    },
    onSettled: refetch,
  });
}
