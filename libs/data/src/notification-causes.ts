import { NOTIFICATION_RULES, type NotificationKind } from '@oniverse/contracts';
import type { OutboxEntry } from './outbox.js';
import { OUTBOX_TOPICS } from './entities/outbox-row.entity.js';

type CausesOfKind = (typeof NOTIFICATION_RULES)[NotificationKind]['causes'];
type NameIn<C> = C extends unknown ? keyof C : never;
type CauseOf<N extends PropertyKey> = { readonly kind: N } & {
  readonly [P in Extract<CausesOfKind, Record<N, readonly string[]>>[N][number]]: P extends 'seq'
    ? number
    : string;
};

/** What may belong into night logs. The worker compares it with what is stored, so adding and taking back are one cause. */
export type NotificationCause = { [N in NameIn<CausesOfKind>]: CauseOf<N> }[NameIn<CausesOfKind>];

const PARTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(NOTIFICATION_RULES).flatMap(({ causes }) => Object.entries<readonly string[]>(causes)),
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEQ = /^[0-9]{1,10}$/;

/** Returns a cause as a text, as it stands in the outbox and in night logs. */
export const formatCause = (cause: NotificationCause): string =>
  [cause.kind, ...(PARTS.get(cause.kind) ?? []).map((name) => String(Reflect.get(cause, name)))].join(':');

/** Returns the outbox row that brings the night logs in line with a cause. Enqueue it in the transaction of the change. */
export const notifyEntry = (cause: NotificationCause): OutboxEntry => ({
  topic: OUTBOX_TOPICS.notify,
  subject: formatCause(cause),
});

/** Returns the cause of an outbox row; undefined for a form that only another release knows. */
export function parseCause(subject: string): NotificationCause | undefined {
  const [kind = '', ...values] = subject.split(':');
  const names = PARTS.get(kind);
  if (names === undefined) return undefined;
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
