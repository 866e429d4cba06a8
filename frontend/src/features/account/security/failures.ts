import { failureMessageOf } from '../../../api/http.js';
import { PasskeyError } from '../../../api/passkey-support.js';
import { showToast } from '../../../ui/toast-store.js';
import { NotConfirmedError } from './confirmation.js';
import { PASSKEY_TEXTS } from './security.texts.js';

/** Returns the message for a failure; undefined if the member cancelled, which is not one. */
export function failureTextOf(error: unknown): string | undefined {
  if (error instanceof NotConfirmedError) return undefined;
  if (!(error instanceof PasskeyError)) return failureMessageOf(error);
  return error.problem === 'cancelled' ? undefined : PASSKEY_TEXTS.problems[error.problem];
}

export function showFailure(title: string, error: unknown): void {
  const description = failureTextOf(error);
  if (description !== undefined) showToast({ title, description, variant: 'destructive' });
}
