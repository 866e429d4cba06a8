import {
  checkLink,
  confirmSignIn,
  disownSignIn,
  endDigest,
  type LinkPurpose,
  undoEmailChange,
  verifyEmail,
} from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../../api/calls.js';

/** Fetches what a link is about, if it still works. */
export const linkQuery = (purpose: LinkPurpose, token: string) =>
  queryOptions({
    queryKey: ['account-link', purpose, token] as const,
    queryFn: ({ signal }) => send(checkLink, { body: { purpose, token } }, signal),
    gcTime: 0,
  });

/** The calls that use a link up. */
const USES = {
  'verify-email': verifyEmail,
  'undo-email': undoEmailChange,
  'disown-sign-in': disownSignIn,
} as const;
export type ConfirmedPurpose = keyof typeof USES | 'unsubscribe';

/** Answers the mail about a sign-in with "This was me", which uses its link up. */
export const confirmOwnSignIn = async (token: string): Promise<void> => {
  await send(confirmSignIn, { body: { token } });
};

/** Uses a link. */
export const sendLink = async (purpose: ConfirmedPurpose, token: string): Promise<void> => {
  if (purpose === 'unsubscribe') await send(endDigest, { token });
  else await send(USES[purpose], { body: { token } });
};
