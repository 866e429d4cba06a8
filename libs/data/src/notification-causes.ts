import type { OutboxEntry } from './outbox.js';
import { OUTBOX_TOPICS } from './entities/outbox-row.entity.js';

/** What may belong into night logs. The worker compares it with what is stored, so adding and taking back are one cause. */
export type NotificationCause =
  /** A message with mentions, or that answers another, was written or edited. `store_messages.sql` writes this form too. */
  | { kind: 'mention'; channelId: string; seq: number }
  /** A reply was written or deleted. */
  | { kind: 'reply'; replyId: string }
  /** A post that may mention members was written, edited, shown or hidden. */
  | { kind: 'post'; postId: string }
  /** A ripple was sent or taken back. */
  | { kind: 'ripple'; postId: string; userId: string }
  /** A member joined a server with an invite of another one. */
  | { kind: 'invite'; serverId: string; userId: string; inviterId: string }
  /** Staff closed the case of a report. */
  | { kind: 'report'; caseId: string };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FORMS = {
  mention: new RegExp(`^mention:(${UUID}):([0-9]{1,10})$`),
  reply: new RegExp(`^reply:(${UUID})$`),
  post: new RegExp(`^post:(${UUID})$`),
  ripple: new RegExp(`^ripple:(${UUID}):(${UUID})$`),
  invite: new RegExp(`^invite:(${UUID}):(${UUID}):(${UUID})$`),
  report: new RegExp(`^report:(${UUID})$`),
} as const;

const formatCause = (cause: NotificationCause): string => {
  switch (cause.kind) {
    case 'mention':
      return `mention:${cause.channelId}:${cause.seq}`;
    case 'reply':
      return `reply:${cause.replyId}`;
    case 'post':
      return `post:${cause.postId}`;
    case 'ripple':
      return `ripple:${cause.postId}:${cause.userId}`;
    case 'invite':
      return `invite:${cause.serverId}:${cause.userId}:${cause.inviterId}`;
    case 'report':
      return `report:${cause.caseId}`;
    default:
      return cause satisfies never;
  }
};

/** Returns the outbox row that brings the night logs in line with a cause. Enqueue it in the transaction of the change. */
export const notifyEntry = (cause: NotificationCause): OutboxEntry => ({
  topic: OUTBOX_TOPICS.notify,
  subject: formatCause(cause),
});

/** Returns the cause of an outbox row; undefined for a form that only another release knows. */
export function parseCause(subject: string): NotificationCause | undefined {
  for (const kind of ['mention', 'reply', 'post', 'ripple', 'invite', 'report'] as const) {
    const [found, first, second, third] = FORMS[kind].exec(subject) ?? [];
    if (found === undefined || first === undefined) continue;
    if (kind === 'reply') return { kind, replyId: first };
    if (kind === 'post') return { kind, postId: first };
    if (kind === 'report') return { kind, caseId: first };
    if (second === undefined) continue;
    if (kind === 'mention') return { kind, channelId: first, seq: Number(second) };
    if (kind === 'ripple') return { kind, postId: first, userId: second };
    if (third !== undefined) return { kind, serverId: first, userId: second, inviterId: third };
  }
  return undefined;
}
