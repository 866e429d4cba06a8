import { password } from './account-rules.js';
import { deviceToken } from './accounts.js';
import { call } from '../shared/call.js';
import { field, type FieldRules, required, UNTRIMMED } from '../shared/field-rules.js';
import { SESSION_MAX_AGE_MS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  literalTrue,
  nullable,
  object,
  text,
  timestamp,
  type TypeOf,
} from '../shared/schema.js';
import { durationText } from '../shared/wording.js';

export const PASSWORD_MESSAGES = phrases({
  passwordFieldsRequired: 'Please fill in all password fields.',
  wrongPassword: 'Current password is incorrect.',
  passwordIsCommon: 'This password is too common.',
  passwordIsOwn: 'The password must not contain your username or address.',
});

export const PASSWORD_RULES = {
  currentPassword: field(
    'The current password.',
    'Night@1ngale',
    [required(PASSWORD_MESSAGES.passwordFieldsRequired), password.max],
    UNTRIMMED,
  ),
  newPassword: field(
    'The new password.',
    'Moth&Lantern7',
    [required(PASSWORD_MESSAGES.passwordFieldsRequired), password.min, password.max, password.classes],
    UNTRIMMED,
  ),
} as const satisfies Record<string, FieldRules>;

export const changePasswordBody = requestBody({
  currentPassword: textField(PASSWORD_RULES.currentPassword),
  newPassword: textField(PASSWORD_RULES.newPassword),
});
export type ChangePasswordBody = BodyOf<typeof changePasswordBody>;

export const passwordChangedSchema = object('PasswordChanged', 'The password was changed.', {
  ok: literalTrue('Always true.'),
  deviceToken,
});
export type PasswordChanged = TypeOf<typeof passwordChangedSchema>;

export const sessionSchema = object('Session', "One of the caller's sessions.", {
  id: id('The public id of the session; not the credential.'),
  device: nullable(text('The User-Agent of the browser.', { example: 'Mozilla/5.0 (X11; Linux x86_64)' })),
  address: nullable(text('The network of the client at the last use.', { example: '203.0.113.0/24' })),
  current: flag('Whether this is the session of the request.'),
  createdAt: timestamp('When the member logged in.'),
  lastSeenAt: timestamp('When it was last used, accurate to a few minutes.'),
  expiresAt: timestamp(
    `When it ends if it is not used again. No session lasts longer than ${durationText(SESSION_MAX_AGE_MS)}.`,
  ),
});
export type SessionView = TypeOf<typeof sessionSchema>;

export const listSessions = call('GET', '/auth/sessions', {
  summary: "Lists the caller's sessions, newest first",
  query: pageQuery,
  answer: list(sessionSchema),
});

export const endOtherSessions = call('DELETE', '/auth/sessions', {
  summary: "Ends all of the caller's other sessions",
  description: 'Closes their sockets as well.',
  answer: okSchema,
  problems: ['reauthentication_required'],
  duringMaintenance: true,
});

export const endSession = call('DELETE', '/auth/sessions/:id', {
  summary: "Ends one of the caller's sessions",
  description:
    'Closes its sockets as well. Ending the current session is a logout, which needs no confirmation.',
  params: { id: id('The id of the session.') },
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
  duringMaintenance: true,
});
