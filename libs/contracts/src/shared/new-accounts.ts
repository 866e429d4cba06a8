import { phrases } from './phrases.js';
import { grouped } from './text.js';
import { durationText } from './wording.js';

/** How long an account is new. One whose address is unverified stays new, where the site can mail. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60 * 1_000;

/** What the spam of new accounts consists of. */
export const NEW_ACCOUNT_KINDS = [
  'messages',
  'links',
  'mentions',
  'invites',
  'reports',
  'conversations',
] as const;
export type NewAccountKind = (typeof NEW_ACCOUNT_KINDS)[number];

/** The texts that are compared. */
export const NEW_TEXT_KINDS = ['message', 'post', 'reply'] as const;
export type NewTextKind = (typeof NEW_TEXT_KINDS)[number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How much a new account may do in some seconds, below the limits of all members. */
export const NEW_ACCOUNT_LIMITS: Readonly<Record<NewAccountKind, { points: number; seconds: number }>> = {
  messages: { points: 60, seconds: 10 * MINUTE },
  /** In messages, posts and replies together. */
  links: { points: 10, seconds: HOUR },
  /** In messages, posts and replies together. */
  mentions: { points: 20, seconds: HOUR },
  invites: { points: 3, seconds: 24 * HOUR },
  reports: { points: 5, seconds: 24 * HOUR },
  conversations: { points: 5, seconds: 24 * HOUR },
};

/**
 * When a text of a new account is held as a copy. Texts of established members are neither held nor counted, and neither are
 * those in conversations.
 */
export const COPIES = {
  /** Of the folded text, in Unicode characters. */
  minLength: 40,
  windowMs: 24 * 60 * 60 * 1_000,
  /** A copy is held from so many copies of so many accounts on, itself included. */
  heldFrom: [
    { accounts: 1, copies: 5 },
    { accounts: 3, copies: 3 },
  ],
} as const;

const DOING: Readonly<Record<NewAccountKind, string>> = {
  messages: 'send up to # messages',
  links: 'post up to # links',
  mentions: 'mention up to # members',
  invites: 'create up to # invites',
  reports: 'send up to # reports',
  conversations: 'start up to # conversations',
};

/** A mapped type, because the parameters of a phrase need an index signature. */
type Limited = Readonly<Record<'kind', string> & Record<'max' | 'seconds', number>>;
type LimitedUntil = Limited & Readonly<Record<'until', string>>;

function limitText({ kind, max, seconds }: Limited): string {
  const doing = NEW_ACCOUNT_KINDS.find((known) => known === kind);
  const what =
    doing === undefined ? `do this ${grouped(max)} times` : DOING[doing].replace('#', grouped(max));
  return `New accounts can ${what} in ${durationText(seconds * 1_000)}.`;
}

/** Says what new accounts cannot do yet, and when that ends. `until` is such as `2026-12-01 14:05`, in UTC. */
export const NEW_ACCOUNT_MESSAGES = phrases({
  newAccountLimit: ({ until, ...limit }: LimitedUntil) =>
    `${limitText(limit)} For yours, this limit ends at ${until} UTC.`,
  unverifiedLimit: (limit: Limited) =>
    `${limitText(limit)} For yours, this limit ends when you verify your e-mail address.`,
  newUnverifiedLimit: ({ until, ...limit }: LimitedUntil) =>
    `${limitText(limit)} For yours, this limit ends at ${until} UTC, if your e-mail address is verified by then.`,
  heldAsCopy: `Several new accounts sent the same text, so the staff of this site read it before others see it.`,
  copiedText: 'Several new accounts sent the same text. Write it in your own words.',
});
