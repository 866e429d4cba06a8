import { type AppealState, decideAppeal, type DecideAppealBody, listAppeals } from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { useGuard } from '../../account/security/index.js';

/** Every mount fetches them again, because other staff may have decided some. */
export function useAppeals(state: AppealState) {
  const list = useInfiniteQuery({ ...listOf(listAppeals, { query: { state } }), refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

/** Also after a failure the appeals are fetched: other staff may have decided. */
export function useDecideAppeal(id: string, onSuccess: (body: DecideAppealBody) => void) {
  const client = useQueryClient();
  const guard = useGuard();
  return useMutation({
    mutationFn: (body: DecideAppealBody) => guard(() => send(decideAppeal, { id, body })),
    onSuccess: (_, body) => onSuccess(body),
    onError: showNoToast,
    onSettled: () => client.invalidateQueries({ queryKey: addressOf(listAppeals) }),
  });
}
