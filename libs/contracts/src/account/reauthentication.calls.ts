import { passkeyOptionsSchema, reauthenticateBody, reauthenticatedSchema } from './account-security.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';

export const confirmIdentity = call({
  method: 'POST',
  path: '/auth/reauthenticate',
  summary: 'Confirms who the member is',
  description:
    'Opens sensitive changes in this session for ten minutes, as a sign-in does. Takes a passkey; or the password, and for an account with second factors also a code or a recovery code.',
  body: { title: 'ReauthenticateDto', fields: reauthenticateBody },
  answer: reauthenticatedSchema,
  carriesSecret: true,
  problems: ['wrong_password', 'invalid_code', 'challenge_expired'],
});

export const startConfirmation = call({
  method: 'POST',
  path: '/auth/reauthenticate/passkey-options',
  summary: 'Returns what to ask the passkeys of the browser',
  answer: passkeyOptionsSchema,
});

export const lockChanges = call({
  method: 'DELETE',
  path: '/auth/reauthentication',
  summary: 'Closes sensitive changes in this session at once',
  answer: okSchema,
});
