import type { QueryClient } from '@tanstack/react-query';
import { failureMessageOf } from '../api/http.js';
import { showToast } from './toast-store.js';
import { UI_TEXTS } from './ui.texts.js';

/** Shows a toast about a failure, with the server's message for it. */
export const showFailure = (title: string, error: unknown): void =>
  showToast({ title, description: failureMessageOf(error), variant: 'destructive' });

/** Shows the failure of a change that has no words of its own for it. */
export const showFailedChange = (error: unknown): void => showFailure(UI_TEXTS.notDone, error);

/** The `onError` of a mutation whose failure is shown in its form, or that nobody asked for. */
export const showNoToast = (): void => undefined;

/** Shows the failure of every mutation without an `onError`. @returns a function that ends it */
export const showFailedChanges = (client: QueryClient): (() => void) =>
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (!event.mutation.options.onError) showFailedChange(event.action.error);
  });
