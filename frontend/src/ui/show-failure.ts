import { failureMessageOf } from '../api/http.js';
import { showToast } from './toast-store.js';

/** Shows a toast about a failure, with the server's message for it. */
export const showFailure = (title: string, error: unknown): void =>
  showToast({ title, description: failureMessageOf(error), variant: 'destructive' });
