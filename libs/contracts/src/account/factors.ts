import {
  passkeyAddedSchema,
  passkeyBody,
  passkeyOptionsSchema,
  passkeyRenameBody,
  recoveryCodesSchema,
  totpBody,
  totpEnabledSchema,
  totpSetupSchema,
} from './account-security.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { id } from '../shared/schema.js';

const passkey = { id: id('The passkey.') };

export const startTotp = call('POST', '/auth/totp', {
  summary: 'Starts to set up an authenticator app',
  description: 'Replaces a setup that was not finished. The app is in use once its first code was sent.',
  answer: totpSetupSchema,
  carriesSecret: true,
  problems: ['reauthentication_required', 'already_used', 'factors_unavailable'],
});

export const confirmTotp = call('PUT', '/auth/totp', {
  summary: 'Turns the authenticator app on with its first code',
  description: 'With the first second factor of the account, the answer has its recovery codes.',
  body: { title: 'TotpDto', fields: totpBody },
  answer: totpEnabledSchema,
  carriesSecret: true,
  problems: ['reauthentication_required', 'invalid_code'],
});

export const disableTotp = call('DELETE', '/auth/totp', {
  summary: 'Turns the authenticator app off',
  description: 'Recovery codes go with the last second factor.',
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
});

export const makeRecoveryCodes = call('POST', '/auth/recovery-codes', {
  summary: 'Makes new recovery codes',
  description: 'The old ones stop working. An account without a second factor has none.',
  answer: recoveryCodesSchema,
  carriesSecret: true,
  problems: ['reauthentication_required', 'not_found'],
});

export const startPasskey = call('POST', '/auth/passkeys/options', {
  summary: 'Returns what to ask the browser for a new passkey',
  answer: passkeyOptionsSchema,
  problems: ['reauthentication_required', 'quota_reached'],
});

export const addPasskey = call('POST', '/auth/passkeys', {
  summary: 'Adds a passkey',
  description: 'With the first second factor of the account, the answer has its recovery codes.',
  status: 201,
  body: { title: 'PasskeyDto', fields: passkeyBody },
  answer: passkeyAddedSchema,
  carriesSecret: true,
  problems: [
    'reauthentication_required',
    'challenge_expired',
    'invalid_code',
    'quota_reached',
    'already_used',
  ],
});

export const renamePasskey = call('PATCH', '/auth/passkeys/:id', {
  summary: 'Renames a passkey',
  params: passkey,
  body: { title: 'PasskeyRenameDto', fields: passkeyRenameBody },
  answer: okSchema,
  problems: ['not_found'],
});

export const removePasskey = call('DELETE', '/auth/passkeys/:id', {
  summary: 'Removes a passkey',
  description: 'Recovery codes go with the last second factor.',
  params: passkey,
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
});
