import type { MessageView, OwnHeldMessage } from '@oniverse/contracts';
import { serverNow } from '../../../api/server-clock.js';
import { usualFilesHeight } from '../../../objects/attachment-space.js';
import {
  formatClock,
  formatDate,
  formatWeekday,
  formatWeekdayAndDay,
  isNamedByWeekday,
} from '../../../ui/dates.js';
import type { HiddenById } from '../../safety/safety/index.js';
import type { SendOperation } from '../log/index.js';

export type Row =
  /** Stands before the first message. */
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: string; count: number; since: string | undefined; seq: number }
  | { kind: 'message'; key: string; message: MessageView; continues: boolean; isQuoteFolded: boolean }
  | { kind: 'folded'; key: string; messages: readonly MessageView[] }
  | { kind: 'held'; key: string; held: OwnHeldMessage }
  | { kind: 'pending'; key: string; entry: SendOperation; continues: boolean };

/** A group shows the author once. A later message starts a new one. */
const GROUP_MAX_GAP_MS = 5 * 60 * 1_000;

/** Formats the time of a message in the browser's time zone: `21:04`. */
export const formatTime = (iso: string): string => formatClock(new Date(iso));

/** Formats the day of a message: the weekday of today and the six days before, otherwise the date. */
export function formatDay(iso: string, now = new Date(serverNow())): string {
  const day = new Date(iso);
  if (isNamedByWeekday(day, now)) return formatWeekday(day);
  return day.getFullYear() === now.getFullYear() ? formatWeekdayAndDay(day) : formatDate(day);
}

interface RowOrigin {
  userId: string | null;
  at: string;
}

function continuesGroup(previous: RowOrigin | undefined, current: RowOrigin): boolean {
  if (!previous || previous.userId === null || previous.userId !== current.userId) return false;
  return Date.parse(current.at) - Date.parse(previous.at) < GROUP_MAX_GAP_MS;
}

/** The start of the unread messages: those after `seq` `after` that are not by `me`. */
export interface UnreadStart {
  after: number;
  me: string;
  /** The number of messages after the loaded ones, all counted as unread. */
  notLoaded: number;
}

type UnreadRow = Extract<Row, { kind: 'unread' }> & { before: string };

function unreadRow(
  messages: readonly MessageView[],
  { after, me, notLoaded }: UnreadStart,
): UnreadRow | undefined {
  // Messages before the loaded ones may be unread too, so the start is unknown.
  if (after < (messages[0]?.seq ?? 1) - 1) return undefined;
  const unread = messages.filter(
    ({ seq, userId, deletedAt }) => seq > after && userId !== me && deletedAt === null,
  );
  const first = unread[0];
  if (!first) return undefined;
  const since = messages.findLast(({ seq }) => seq <= after)?.createdAt;
  return {
    kind: 'unread',
    key: 'unread',
    count: unread.length + notLoaded,
    since,
    seq: first.seq,
    before: first.id,
  };
}

/** Messages of hidden members that are folded, except those that the reader asked to see. */
export interface Folding {
  hidden: HiddenById;
  shownIds: ReadonlySet<string>;
}

const NOTHING_FOLDED: Folding = { hidden: new Map(), shownIds: new Set() };

/** Returns the `seq` of the messages that a row shows or folds. */
export function seqsOf(row: Row): number[] {
  if (row.kind === 'message') return [row.message.seq];
  return row.kind === 'folded' ? row.messages.map(({ seq }) => seq) : [];
}

/** Returns the indexes of the rows with messages that have some of these files. */
export const indexesOfFiles = (rows: readonly Row[], ids: readonly string[]): number[] =>
  rows.flatMap((row, index) =>
    row.kind === 'message' && row.message.attachments?.some(({ id }) => ids.includes(id)) ? [index] : [],
  );

/** Returns the index of the row with a message, folded or not; -1 if no row has it. */
export const indexOfSeq = (rows: readonly Row[], seq: number | undefined): number =>
  rows.findIndex(
    (row) =>
      (row.kind === 'message' && row.message.seq === seq) ||
      (row.kind === 'folded' && row.messages.some((message) => message.seq === seq)),
  );

/** Heights of rows whose text takes one line, in pixels; `reactions`, a game and files are added to those of a message. */
const HEIGHTS = { divider: 40, continued: 30, message: 57, reply: 62, reactions: 38, game: 190 } as const;

function heightOf(row: Row): number {
  if (row.kind === 'held') return HEIGHTS.reply;
  if (row.kind !== 'message' && row.kind !== 'pending') return HEIGHTS.divider;
  const message = row.kind === 'message' ? row.message : row.entry;
  const reactions = row.kind === 'message' && row.message.reactions ? HEIGHTS.reactions : 0;
  const game = row.kind === 'message' && row.message.thread?.game ? HEIGHTS.game : 0;
  const below = reactions + game + usualFilesHeight(message.attachments ?? []);
  if (message.replyTo) return HEIGHTS.reply + below;
  return (row.continues ? HEIGHTS.continued : HEIGHTS.message) + below;
}

/**
 * Estimates the height of a row before it is measured, in pixels. With too low an estimate, the list first renders rows
 * that are not in view.
 */
export const usualHeight = (rows: readonly Row[]): number =>
  Math.round(rows.reduce((sum, row) => sum + heightOf(row), 0) / Math.max(1, rows.length));

/** Adds a message to the previous row if that row folds messages too, else to a new row. */
function fold(rows: Row[], message: MessageView): void {
  const last = rows.at(-1);
  if (last?.kind === 'folded') {
    rows[rows.length - 1] = { ...last, messages: [...last.messages, message] };
  } else {
    rows.push({ kind: 'folded', key: message.id, messages: [message] });
  }
}

/** Builds the rows of a conversation: messages with day and unread dividers, then held and pending messages. */
export function buildRows(
  messages: readonly MessageView[],
  pending: readonly SendOperation[],
  line?: UnreadStart,
  now = new Date(serverNow()),
  { hidden, shownIds }: Folding = NOTHING_FOLDED,
  held: readonly OwnHeldMessage[] = [],
): Row[] {
  const unread = line && unreadRow(messages, line);
  const rows: Row[] = [];
  let day = '';
  let previous: RowOrigin | undefined;
  const startRow = (origin: RowOrigin, key: string) => {
    const originDay = new Date(origin.at).toDateString();
    if (originDay !== day) {
      rows.push({ kind: 'day', key: `day ${key}`, label: formatDay(origin.at, now) });
      previous = undefined;
    }
    day = originDay;
    const continues = continuesGroup(previous, origin);
    previous = origin;
    return continues;
  };
  for (const message of messages) {
    const isDeleted = message.deletedAt !== null;
    const continues =
      startRow({ userId: message.userId, at: message.createdAt }, message.id) &&
      !isDeleted &&
      !message.replyTo &&
      message.id !== unread?.before;
    if (unread && message.id === unread.before) rows.push(unread);
    const isFolded = message.userId !== null && hidden.has(message.userId) && !shownIds.has(message.id);
    if (isFolded) {
      fold(rows, message);
    } else {
      const isQuoteFolded = hidden.has(message.replyTo?.userId ?? '');
      rows.push({ kind: 'message', key: message.id, message, continues, isQuoteFolded });
    }
    if (isFolded || isDeleted) previous = undefined;
  }
  for (const one of held) rows.push({ kind: 'held', key: one.id, held: one });
  if (held.length > 0) previous = undefined;
  for (const entry of pending) {
    const continues = startRow(entry, entry.id) && !entry.replyTo;
    rows.push({ kind: 'pending', key: entry.id, entry, continues });
  }
  return rows;
}
