import { LINK_LIFETIME_MS, LINK_TOKEN } from './account-links.js';
import { SECURITY_RULES } from './account-security.js';
import { deviceToken } from './accounts.js';
import { emailBody, linkTokenBody } from './emails.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { literalTrue, object, text, type TypeOf } from '../shared/schema.js';
import { durationText } from '../shared/wording.js';

/** `POST /api/auth/password/reset`. */
export const resetPasswordBody = requestBody({
  token: textField(LINK_TOKEN),
  newPassword: textField(SECURITY_RULES.newPassword),
});
export type ResetPasswordBody = BodyOf<typeof resetPasswordBody>;

export const passwordResetSchema = object('PasswordReset', 'The password was reset. All sessions ended.', {
  ok: literalTrue('Always true.'),
  username: text('The Oni ID to sign in with.', { example: 'vesper' }),
  deviceToken,
});
export type PasswordReset = TypeOf<typeof passwordResetSchema>;

export const requestPasswordReset = call('POST', '/auth/password/reset-requests', {
  summary: 'Mails a link that sets a new password',
  description:
    'To the address that the account verified last, or to its current address if it never verified one. The answer is the same for every address, known or not.',
  access: 'public',
  needsProof: true,
  status: 202,
  body: { title: 'ResetRequestDto', fields: emailBody },
  answer: okSchema,
  problems: ['mail_unavailable'],
});

export const resetPassword = call('POST', '/auth/password/reset', {
  summary: 'Sets a new password by a link',
  description: `Ends all sessions and closes their sockets. Removes second factors that were added since the earliest sign-in of the last ${durationText(LINK_LIFETIME_MS['disown-sign-in'])} from a new device without a factor, unless its mail was answered with "This was me"; older ones stay. If the account never verified an address, a mailed link verifies the address that it was mailed to. The link works once, for ${durationText(LINK_LIFETIME_MS['reset-password'])}.`,
  access: 'public',
  body: { title: 'ResetPasswordDto', fields: resetPasswordBody },
  answer: passwordResetSchema,
  problems: ['link_expired', 'email_taken'],
});

export const disownSignIn = call('POST', '/auth/sign-in/disown', {
  summary: 'Disowns a sign-in by the link of the mail about it',
  description:
    'Ends all sessions, blocks the password until it is reset, removes second factors as a reset does, and mails a link that sets a new password.',
  access: 'public',
  body: { title: 'DisownDto', fields: linkTokenBody },
  answer: okSchema,
  problems: ['link_expired'],
});

export const confirmSignIn = call('POST', '/auth/sign-in/confirm', {
  summary: 'Confirms a sign-in by the link of the mail about it',
  description:
    'Second factors that were added since the sign-in then survive a reset. The link no longer disowns it.',
  access: 'public',
  body: { title: 'ConfirmSignInDto', fields: linkTokenBody },
  answer: okSchema,
  problems: ['link_expired'],
  duringMaintenance: true,
});
