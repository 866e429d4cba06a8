import { field, matches } from '../shared/field-rules.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, choiceField, requestBody, textField } from '../shared/request-fields.js';
import { nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';
import { call } from '../shared/call.js';

export const LINK_MESSAGES = phrases({
  badLinkPurpose: 'Unknown kind of link.',
  linkExpired: 'This link has expired or was already used. Ask for a new one.',
  linkOfOtherAccount: 'This link belongs to another account. Sign in to that account to use it.',
  linkOfOtherAddress: 'This link is for another address.',
});

/** What a one-time link does. Each is a page at `/link/{purpose}`, with the token in the fragment of its address. */
export const LINK_PURPOSES = [
  'verify-email',
  'claim-email',
  'reset-password',
  'undo-email',
  'disown-sign-in',
  'unsubscribe',
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Returns the path of a link. The token is in the fragment, which browsers send to no server. */
export const linkPath = (purpose: LinkPurpose, token: string): string => `/link/${purpose}#${token}`;

/** Returns an address without most of its local part, for readers who may not see it. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}

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
  /** Ends all sessions after a sign-in that was not the member's, and starts a reset. */
  'disown-sign-in': 7 * 24 * 60 * 60 * 1000,
  /** Turns the digest off. */
  unsubscribe: 90 * 24 * 60 * 60 * 1000,
} as const satisfies Record<LinkPurpose, number>;

/** The form of the tokens of links and challenges. */
export const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const EXAMPLE_TOKEN = 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E';

export const LINK_TOKEN = field('The token of the link.', EXAMPLE_TOKEN, [
  matches(TOKEN, LINK_MESSAGES.linkExpired),
]);

/** `POST /api/auth/links/check`: whether a link still works, before its page asks for anything. */
export const linkCheckBody = requestBody({
  purpose: choiceField(LINK_PURPOSES, {
    description: 'What the link does.',
    message: LINK_MESSAGES.badLinkPurpose,
  }),
  token: textField(LINK_TOKEN),
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

export const checkLink = call('POST', '/auth/links/check', {
  summary: 'Describes a link from a mail or an operator',
  description: 'Does not use it up, so that its page can say what it does before anything happens.',
  access: 'public',
  body: { title: 'LinkCheckDto', fields: linkCheckBody },
  answer: linkSchema,
  problems: ['link_expired'],
  duringMaintenance: true,
});
