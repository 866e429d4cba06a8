import type { MessageView } from '@oniverse/contracts';
import type { OutboxEntry } from './messages.outbox.js';

/** One line of the conversation as it is drawn. */
export type Row =
  | { kind: 'day'; key: string; label: string }
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

/** The lines of a conversation: a divider where a day begins, the messages, and after them what is on its way. */
export function rowsOf(messages: readonly MessageView[], echoes: readonly OutboxEntry[]): Row[] {
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
    const goesOn = begin({ userId: message.userId, at: message.createdAt }, message.id);
    rows.push({ kind: 'message', key: message.id, message, continues: goesOn });
  }
  for (const entry of echoes) {
    const goesOn = begin({ userId: entry.userId, at: entry.writtenAt }, entry.nonce);
    rows.push({ kind: 'echo', key: entry.nonce, entry, continues: goesOn });
  }
  return rows;
}
