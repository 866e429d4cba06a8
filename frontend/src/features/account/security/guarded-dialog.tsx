import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { useGuard } from './confirmation.js';
import { failureTextOf } from './failures.js';
import { refreshAccount } from './security.queries.js';

interface GuardedDialogProps<T> extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'error' | 'onConfirm' | 'onCancel'
> {
  pending: string;
  action: () => Promise<T>;
  onDone: (answer: T) => void;
  onClose: () => void;
}

/** Asks before a sensitive action, and runs it: the dialog closes when it is done, or shows its failure. */
export function GuardedDialog<T>({ pending, action, onDone, onClose, ...question }: GuardedDialogProps<T>) {
  const client = useQueryClient();
  const guard = useGuard();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => guard(action),
    onSuccess: (answer) => {
      onDone(answer);
      onClose();
    },
    onError: showNoToast,
    onSettled: () => refreshAccount(client),
  });
  return (
    <ConfirmDialog
      {...question}
      pending={isPending && pending}
      error={error ? failureTextOf(error) : undefined}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
