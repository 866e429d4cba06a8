import type { AccountSecurity } from '@oniverse/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { isProblem } from '../../../api/http.js';
import { serverNow } from '../../../api/server-clock.js';
import { reauthenticate, securityQuery, setAuthenticatedUntil } from './security.queries.js';

/** The member closed the dialog instead of confirming. Nothing was changed, so nothing is reported. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
}

interface Question {
  /** The password that the member has already typed for the action. */
  password: string;
  settle: (isConfirmed: boolean) => void;
}

/** The open question to confirm; null if there is none. `ConfirmIdentityDialog` shows it. */
export const useConfirmation = create<{ question: Question | null }>(() => ({ question: null }));

let running: Promise<void> | undefined;

/** Asks the member to confirm who they are. Actions that wait at once share one question. @throws NotConfirmedError */
export function askToConfirm(password = ''): Promise<void> {
  running ??= new Promise<void>((resolve, reject) => {
    const settle = (isConfirmed: boolean) => {
      running = undefined;
      useConfirmation.setState({ question: null });
      if (isConfirmed) resolve();
      else reject(new NotConfirmedError('The member did not confirm.'));
    };
    useConfirmation.setState({ question: { password, settle } });
  });
  return running;
}

/** Returns whether the session is known to need a confirmation. */
const isLocked = ({ authenticatedUntil }: AccountSecurity): boolean =>
  authenticatedUntil === null || Date.parse(authenticatedUntil) <= serverNow();

const isRefused = (error: unknown): boolean => isProblem(error, 'reauthentication_required');

/** Returns whether the account has a second factor. */
export const hasFactors = ({ totpSince, passkeys }: AccountSecurity): boolean =>
  totpSince !== null || passkeys.length > 0;

/** Without factors, the password that was typed for the action is enough. */
async function confirm(client: QueryClient, password = ''): Promise<void> {
  const security = await client.ensureQueryData(securityQuery);
  if (password === '' || hasFactors(security)) await askToConfirm(password);
  else await reauthenticate(client, { password });
}

interface GuardOptions {
  /** Already typed for the action. */
  password?: string;
}

export type Guard = <T>(action: () => Promise<T>, options?: GuardOptions) => Promise<T>;

/**
 * Returns a function that runs a sensitive action. If the page is locked, or the server refuses the action because it
 * needs a confirmation, the member is asked to confirm, and the action runs afterwards. @throws NotConfirmedError
 */
export function useGuard(): Guard {
  const client = useQueryClient();
  return useCallback(
    async (action, { password } = {}) => {
      const security = client.getQueryData(securityQuery.queryKey);
      if (security && isLocked(security)) {
        await confirm(client, password);
        return action();
      }
      try {
        return await action();
      } catch (error) {
        if (!isRefused(error)) throw error;
        setAuthenticatedUntil(client, null);
        await confirm(client, password);
        return action();
      }
    },
    [client],
  );
}
