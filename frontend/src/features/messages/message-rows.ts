import type { MessageView } from '@oniverse/contracts';
import type { OutboxEntry } from './messages.outbox.js';

/** One line of the conversation as it is drawn. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string; count: number; since: string | undefined }
  | { kind: 'message'; key: string; message: MessageView; continues: boolean }
  | { kind: 'echo'; key: string; entry: OutboxEntry; continues: boolean };

/** A speaker who goes on within this time is not named again. */
const SAME_BREATH_MS = 15 * 60 * 1_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

const TIME = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long' });
const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const DATE_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** The time of a message in the browser's own zone: `21:04`. */
export const timeOf = (iso: string): string => TIME.format(new Date(iso));

/** The name of a message's day: of the last week the weekday, before that the date. */
export function dayOf(iso: string, now: Date = new Date()): string {
  const day = new Date(iso);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (day.getTime() > midnight - WEEK_MS + 24 * 60 * 60 * 1_000) return WEEKDAY.format(day);
  return day.getFullYear() === now.getFullYear() ? DATE.format(day) : DATE_OF_YEAR.format(day);
}

interface Said {
  userId: string | null;
  at: string;
}

function continues(before: Said | undefined, now: Said): boolean {
  if (!before || before.userId === null || before.userId !== now.userId) return false;
  return Date.parse(now.at) - Date.parse(before.at) < SAME_BREATH_MS;
}

/** Where the unread part of a conversation begins: after this `seq`, of what others than `me` said. */
export interface UnreadLine {
  after: number;
  me: string;
  /** How many messages come after those that are held: unread as well, whatever they are. */
  beyond: number;
}

/** The dividing line, and the message that it stands before. */
type UnreadRow = Extract<Row, { kind: 'unread' }> & { before: string };

/** The line before the first message that is unread, with how many there are and when the last one was read. */
function unreadRow(
  messages: readonly MessageView[],
  { after, me, beyond }: UnreadLine,
): UnreadRow | undefined {
  // What lies before all that is held may be unread as well: where it begins is not known yet.
  if (after < (messages[0]?.seq ?? 1) - 1) return undefined;
  const unread = messages.filter(
    ({ seq, userId, deletedAt }) => seq > after && userId !== me && deletedAt === null,
  );
  const first = unread[0];
  if (!first) return undefined;
  const since = messages.findLast(({ seq }) => seq <= after)?.createdAt;
  return { kind: 'unread', key: 'unread', count: unread.length + beyond, since, before: first.id };
}

/**
 * The lines of a conversation: a divider where a day begins, one where what is unread begins, the messages, and after
 * them what is on its way.
 */
export function rowsOf(
  messages: readonly MessageView[],
  echoes: readonly OutboxEntry[],
  line?: UnreadLine,
): Row[] {
  const unread = line && unreadRow(messages, line);
  const rows: Row[] = [];
  let day = '';
  let before: Said | undefined;
  const begin = (said: Said, key: string) => {
    const itsDay = new Date(said.at).toDateString();
    if (itsDay !== day) {
      rows.push({ kind: 'day', key: `day ${key}`, label: dayOf(said.at) });
      before = undefined;
    }
    day = itsDay;
    const goesOn = continues(before, said);
    before = said;
    return goesOn;
  };
  for (const message of messages) {
    const goesOn =
      begin({ userId: message.userId, at: message.createdAt }, message.id) && message.id !== unread?.before;
    if (unread && message.id === unread.before) rows.push(unread);
    rows.push({ kind: 'message', key: message.id, message, continues: goesOn });
  }
  for (const entry of echoes) {
    const goesOn = begin({ userId: entry.userId, at: entry.writtenAt }, entry.nonce);
    rows.push({ kind: 'echo', key: entry.nonce, entry, continues: goesOn });
  }
  return rows;
}
