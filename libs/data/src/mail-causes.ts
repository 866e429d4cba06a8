import { OUTBOX_TOPICS } from './entities/outbox-row.entity.js';
import type { OutboxEntry } from './outbox.js';

/** A mail to send. It names an account or an entry of the waitlist, never an address or a token: the worker reads and makes those when it sends. */
export type MailCause =
  /** A link that verifies the account's address. */
  | { purpose: 'verify-email'; userId: string }
  /** A link that starts a registration with the address of an account that did not verify it. */
  | { purpose: 'claim-email'; userId: string }
  /** A link that sets a new password. An unknown account sends nothing. */
  | { purpose: 'reset-password'; userId: string }
  /** Informs the previous address of a change, with a link that undoes it: the change's id. */
  | { purpose: 'email-changed'; userId: string; subjectId: string }
  /** Informs the member of an entry of the account's activity: the entry's id. */
  | { purpose: 'activity'; userId: string; subjectId: string }
  /** A digest of the night log. */
  | { purpose: 'digest'; userId: string }
  /** Confirms a new entry of the waitlist: the entry's id. An unknown entry sends nothing. */
  | { purpose: 'waitlist'; userId: string }
  /** Invites an address on the waitlist to register: the invitation's id. One that was used or revoked sends nothing. */
  | { purpose: 'registration-invite'; userId: string };

const PLAIN = [
  'verify-email',
  'claim-email',
  'reset-password',
  'digest',
  'waitlist',
  'registration-invite',
] as const;
const WITH_SUBJECT = ['email-changed', 'activity'] as const;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORM = new RegExp(`^([a-z-]+):(${UUID})(?::(${UUID}))?$`);

/** Returns the outbox row of a mail. Enqueue it in the transaction of the change. */
export const mailEntry = (cause: MailCause): OutboxEntry => ({
  topic: OUTBOX_TOPICS.sendMail,
  subject: [cause.purpose, cause.userId, ...('subjectId' in cause ? [cause.subjectId] : [])].join(':'),
});

/** Returns the mail of an outbox row; undefined for a form that only another release knows. */
export function parseMailCause(subject: string): MailCause | undefined {
  const [, named, userId, subjectId] = FORM.exec(subject) ?? [];
  if (userId === undefined) return undefined;
  const plain = PLAIN.find((purpose) => purpose === named);
  if (plain !== undefined && subjectId === undefined) return { purpose: plain, userId };
  const about = WITH_SUBJECT.find((purpose) => purpose === named);
  return about !== undefined && subjectId !== undefined ? { purpose: about, userId, subjectId } : undefined;
}
