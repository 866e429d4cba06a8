import {
  type AccountLink,
  type LinkPurpose,
  linkSchema,
  passwordResetSchema,
  unsubscribePath,
} from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../api/http.js';
import { parse } from '../../api/parse.js';

/** Fetches what a link is about, if it still works. */
export const linkQuery = (purpose: LinkPurpose, token: string) =>
  queryOptions({
    queryKey: ['account-link', purpose, token] as const,
    queryFn: async ({ signal }): Promise<AccountLink> => {
      const body = { purpose, token };
      return parse(linkSchema, await http('/api/auth/links/check', { method: 'POST', body, signal }));
    },
    gcTime: 0,
  });

/** The calls that use a link up. */
const USES = {
  'verify-email': '/api/auth/email/verify',
  'undo-email': '/api/auth/email/undo',
  'disown-sign-in': '/api/auth/sign-in/disown',
} as const;
export type ConfirmedPurpose = keyof typeof USES | 'unsubscribe';

/** Uses a link. */
export const sendLink = async (purpose: ConfirmedPurpose, token: string): Promise<void> => {
  if (purpose === 'unsubscribe') await http(unsubscribePath(token), { method: 'POST' });
  else await http(USES[purpose], { method: 'POST', body: { token } });
};

export const resetPassword = async (token: string, newPassword: string) =>
  parse(
    passwordResetSchema,
    await http('/api/auth/password/reset', { method: 'POST', body: { token, newPassword } }),
  );
