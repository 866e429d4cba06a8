import { deviceToken } from './accounts.js';
import { email, password } from './account-rules.js';
import { field, type FieldRules, matches, required, UNTRIMMED } from './field-rules.js';
import { MESSAGES } from './problems.js';
import { type BodyOf, choiceField, requestBody, textField } from './request-fields.js';
import { flag, literalTrue, nullable, object, oneOf, text, timestamp, type TypeOf } from './schema.js';

/** What a one-time link does. Each is a page at `/link/{purpose}`, with the token in the fragment of its address. */
export const LINK_PURPOSES = ['verify-email', 'claim-email', 'reset-password', 'undo-email'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Returns the path of a link. The token is in the fragment, which browsers send to no server. */
export const linkPath = (purpose: LinkPurpose, token: string): string => `/link/${purpose}#${token}`;

/** How long each link works, in milliseconds. */
export const LINK_LIFETIME_MS = {
  /** Verifies the account's address, in a session of the account. */
  'verify-email': 24 * 60 * 60 * 1000,
  /** Starts a registration with an address that another account has but never verified. */
  'claim-email': 24 * 60 * 60 * 1000,
  /** Sets a new password. */
  'reset-password': 30 * 60 * 1000,
  /** Restores the address before a change. */
  'undo-email': 7 * 24 * 60 * 60 * 1000,
} as const satisfies Record<LinkPurpose, number>;

/** Returns an address without most of its local part, for readers who may not see it. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}

const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;
const EXAMPLE_TOKEN = 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E';

/** The rules of the forms for the security of an account. */
export const SECURITY_RULES = {
  token: field('The token of the link.', EXAMPLE_TOKEN, [matches(LINK_TOKEN, MESSAGES.linkExpired)]),
  email: field('The e-mail address.', 'vesper@example.org', [
    required('Enter your e-mail address.'),
    email.max,
    email.valid,
  ]),
  password: field(
    'The current password.',
    'Night@1ngale',
    [required('Enter your current password.'), password.max],
    UNTRIMMED,
  ),
  newPassword: field(
    'The new password.',
    'Moth&Lantern7',
    [required('Enter a new password.'), password.min, password.max, password.classes],
    UNTRIMMED,
  ),
} as const satisfies Record<string, FieldRules>;

export const signInOptionsSchema = object('SignInOptions', 'What this site offers at the sign-in.', {
  canMail: flag('Whether this site can send mail, for example to reset a password.'),
});
export type SignInOptions = TypeOf<typeof signInOptionsSchema>;

/** `POST /api/auth/links/check`: whether a link still works, before its page asks for anything. */
export const linkCheckBody = requestBody({
  purpose: choiceField(LINK_PURPOSES, {
    description: 'What the link does.',
    message: MESSAGES.badLinkPurpose,
  }),
  token: textField(SECURITY_RULES.token),
});
export type LinkCheckBody = BodyOf<typeof linkCheckBody>;

export const linkSchema = object('AccountLink', 'A link that still works.', {
  purpose: oneOf(LINK_PURPOSES, 'What it does.', 'reset-password'),
  username: nullable(
    text('The Oni ID of the account; null for a claim of an address.', { example: 'vesper' }),
  ),
  email: nullable(
    text('The address that it is about; null for a link from an operator.', {
      example: 'vesper@example.org',
    }),
  ),
  expiresAt: timestamp('When it stops working.'),
});
export type AccountLink = TypeOf<typeof linkSchema>;

export const linkTokenBody = requestBody({ token: textField(SECURITY_RULES.token) });
export type LinkTokenBody = BodyOf<typeof linkTokenBody>;

/** `POST /api/auth/password/reset-requests` and `POST /api/auth/email-claims`. */
export const emailBody = requestBody({ email: textField(SECURITY_RULES.email) });
export type EmailBody = BodyOf<typeof emailBody>;

/** `PUT /api/auth/email`. */
export const changeEmailBody = requestBody({
  email: textField(SECURITY_RULES.email),
  password: textField(SECURITY_RULES.password),
});
export type ChangeEmailBody = BodyOf<typeof changeEmailBody>;

/** `POST /api/auth/password/reset`. */
export const resetPasswordBody = requestBody({
  token: textField(SECURITY_RULES.token),
  newPassword: textField(SECURITY_RULES.newPassword),
});
export type ResetPasswordBody = BodyOf<typeof resetPasswordBody>;

export const passwordResetSchema = object('PasswordReset', 'The password was reset. All sessions ended.', {
  ok: literalTrue('Always true.'),
  username: text('The Oni ID to sign in with.', { example: 'vesper' }),
  deviceToken,
});
export type PasswordReset = TypeOf<typeof passwordResetSchema>;
