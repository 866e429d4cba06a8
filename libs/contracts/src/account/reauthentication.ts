import { EXAMPLE_TOKEN } from './account-links.js';
import { passkeyField, passkeyOptionsSchema, SECURITY_RULES } from './account-security.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { type BodyOf, omittable, requestBody, textField } from '../shared/request-fields.js';
import { object, text, timestamp, type TypeOf } from '../shared/schema.js';

/**
 * `POST /api/auth/reauthenticate`: a passkey; or the password, and with factors also one of them. A passkey needs the
 * challenge of its options.
 */
export const reauthenticateBody = requestBody({
  password: textField(SECURITY_RULES.password),
  code: textField(SECURITY_RULES.code),
  recoveryCode: textField(SECURITY_RULES.recoveryCode),
  challenge: omittable(textField(SECURITY_RULES.challenge)),
  passkey: omittable(passkeyField()),
});
export type ReauthenticateBody = BodyOf<typeof reauthenticateBody>;

export const reauthenticatedSchema = object('Reauthenticated', 'The member confirmed who they are.', {
  until: timestamp('Until when sensitive changes are open in this session.'),
  sessionId: text('The new bearer credential of the session; the previous one no longer works.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
    example: EXAMPLE_TOKEN,
  }),
});
export type Reauthenticated = TypeOf<typeof reauthenticatedSchema>;

export const confirmIdentity = call('POST', '/auth/reauthenticate', {
  summary: 'Confirms who the member is',
  description:
    'Opens sensitive changes in this session for ten minutes, as a sign-in does. Takes a passkey; or the password, and for an account with second factors also a code or a recovery code.',
  body: { title: 'ReauthenticateDto', fields: reauthenticateBody },
  answer: reauthenticatedSchema,
  carriesSecret: true,
  problems: ['wrong_password', 'invalid_code', 'challenge_expired'],
  duringMaintenance: true,
});

export const startConfirmation = call('POST', '/auth/reauthenticate/passkey-options', {
  summary: 'Returns what to ask the passkeys of the browser',
  answer: passkeyOptionsSchema,
  duringMaintenance: true,
});

export const lockChanges = call('DELETE', '/auth/reauthentication', {
  summary: 'Closes sensitive changes in this session at once',
  answer: okSchema,
  duringMaintenance: true,
});
