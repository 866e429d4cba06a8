import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { failureTextOf, showFailure, useGuard } from '../../account/security/index.js';

interface StaffChangeOptions<A> {
  /** The beginning of the keys of the queries that show what changes. */
  shows: readonly string[];
  /** Shows a failure in a toast with this title, unless a form shows it. */
  failed?: string;
  onDone?: (answer: A) => void;
}

/** Returns what makes a change of staff: it asks who they are where the server needs to know, and refetches what shows it. */
export function useStaffChange<V, A>(
  change: (given: V) => Promise<A>,
  { shows, failed, onDone }: StaffChangeOptions<A>,
) {
  const client = useQueryClient();
  const guard = useGuard();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: V) => guard(async () => change(given)),
    onSuccess: (answer) => onDone?.(answer),
    onError: failed === undefined ? showNoToast : (failure) => showFailure(failed, failure),
    onSettled: () => void invalidateAndRefetch(client, { queryKey: shows }),
  });
  const messages = fieldMessagesOf(error);
  return {
    run: mutate,
    isPending,
    /** What the server says of fields, by name. */
    messages,
    /** Why it failed, if no field is the reason. */
    failure: Object.keys(messages).length > 0 ? undefined : (error && failureTextOf(error)) || undefined,
  };
}
