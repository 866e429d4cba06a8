import type { OutboxEntry } from './outbox.js';
import { OUTBOX_TOPICS } from './entities/outbox-row.entity.js';

/** What may belong into night logs, by kind, with the parts of its text in order. */
const PARTS = {
  /** A message with mentions, or that answers another, was written or edited. SQL writes this form too. */
  mention: ['channelId', 'seq'],
  /** A reply was written or deleted. */
  reply: ['replyId'],
  /** A post that may mention members was written, edited, shown or hidden. */
  post: ['postId'],
  /** A ripple was sent or taken back. */
  ripple: ['postId', 'userId'],
  /** A member joined a server with an invite of another one. */
  invite: ['serverId', 'userId', 'inviterId'],
  /** Staff closed the case of a report. */
  report: ['caseId'],
} as const;

type Parts = typeof PARTS;
type CauseOf<K extends keyof Parts> = { readonly kind: K } & {
  readonly [N in Parts[K][number]]: N extends 'seq' ? number : string;
};

/** What may belong into night logs. The worker compares it with what is stored, so adding and taking back are one cause. */
export type NotificationCause = { [K in keyof Parts]: CauseOf<K> }[keyof Parts];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEQ = /^[0-9]{1,10}$/;

const isKind = (kind: string): kind is keyof Parts => Object.hasOwn(PARTS, kind);

/** Returns a cause as a text, as it stands in the outbox and in night logs. */
export const formatCause = (cause: NotificationCause): string =>
  [cause.kind, ...PARTS[cause.kind].map((name) => String(Reflect.get(cause, name)))].join(':');

/** Returns the outbox row that brings the night logs in line with a cause. Enqueue it in the transaction of the change. */
export const notifyEntry = (cause: NotificationCause): OutboxEntry => ({
  topic: OUTBOX_TOPICS.notify,
  subject: formatCause(cause),
});

/** Returns the cause of an outbox row; undefined for a form that only another release knows. */
export function parseCause(subject: string): NotificationCause | undefined {
  const [kind = '', ...values] = subject.split(':');
  if (!isKind(kind)) return undefined;
  const names: readonly string[] = PARTS[kind];
  const cause: Record<string, string | number> = { kind };
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (!(name === 'seq' ? SEQ : UUID).test(value)) return undefined;
    cause[name] = name === 'seq' ? Number(value) : value;
  }
  // It has the parts of its kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values.length === names.length ? (cause as unknown as NotificationCause) : undefined;
}
