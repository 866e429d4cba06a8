import type { ChannelOpenAnswer, MessageView, RemovedAuthor } from '@oniverse/contracts';
import { refreshQuotes } from './quotes.js';
import { type ChannelState, type Deletion, EMPTY_CHANNEL } from './channel.js';

const bySeq = (a: MessageView, b: MessageView) => a.seq - b.seq;
export const newestRev = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ rev }) => rev));
export const newestSeq = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ seq }) => seq));

/** Merges lists to the newest `rev` of each `seq`, ascending. Order and repeats do not affect the result. */
export function mergeMessages(...lists: (readonly MessageView[])[]): MessageView[] {
  const newest = new Map<number, MessageView>();
  for (const message of lists.flat()) {
    const known = newest.get(message.seq);
    if (!known || message.rev > known.rev) newest.set(message.seq, message);
  }
  return [...newest.values()].toSorted(bySeq);
}

function tombstone(message: MessageView, { rev, at, thread }: Deletion): MessageView {
  const {
    reactions: _reactions,
    pinnedAt: _pinnedAt,
    attachments: _attachments,
    links: _links,
    thread: _thread,
    ...others
  } = message;
  const deletedAt = message.deletedAt ?? at;
  return { ...others, ...(thread && { thread }), content: '', rev, updatedAt: at, deletedAt };
}

const mergeRemovedAuthors = (known: readonly RemovedAuthor[], incoming: readonly RemovedAuthor[]) =>
  incoming.length === 0
    ? known
    : [...known, ...incoming.filter(({ rev }) => !known.some((author) => author.rev === rev))];

/** Returns a message without its author, whose account was erased with its files and previews. */
export function withoutAuthor({
  attachments: _attachments,
  links: _links,
  ...message
}: MessageView): MessageView {
  return { ...message, userId: null, author: null };
}

/** Clears removed authors from messages and their quotes. Returns the same list if nothing changes. */
function clearRemovedAuthors(
  messages: readonly MessageView[],
  removed: readonly RemovedAuthor[],
): readonly MessageView[] {
  const removedIds = new Set<string | null>(removed.map(({ userId }) => userId));
  const cleared = messages.map((message) => {
    const { userId, replyTo } = message;
    const isQuoted = replyTo !== undefined && removedIds.has(replyTo.userId);
    if (!isQuoted && !removedIds.has(userId)) return message;
    return {
      ...(removedIds.has(userId) ? withoutAuthor(message) : message),
      ...(isQuoted && { replyTo: { ...replyTo, userId: null, username: null } }),
    };
  });
  return cleared.some((message, index) => message !== messages[index]) ? cleared : messages;
}

/** Returns the highest revision that `revs`, in any order, reach from `rev` without a gap. */
const contiguousRev = (rev: number, revs: readonly number[]): number =>
  revs.toSorted((a, b) => a - b).reduce((last, next) => (next === last + 1 ? next : last), rev);

/**
 * Merges messages, deletions and removed authors into the state. A newer revision replaces, the next `seq` extends, and
 * anything outside is buffered. If the end is evicted, later messages are dropped too. A change of a message that is
 * not loaded counts as seen.
 */
export function mergeChanges(
  state: ChannelState,
  incoming: readonly MessageView[],
  deleted: readonly Deletion[] = [],
  removed: readonly RemovedAuthor[] = [],
): ChannelState {
  const removedAuthors = mergeRemovedAuthors(state.removedAuthors, removed);
  const waiting = clearRemovedAuthors(mergeMessages(state.buffered, incoming), removedAuthors);
  const allDeletions = [...state.bufferedDeletions, ...deleted];
  if (!state.ready) return { ...state, buffered: waiting, bufferedDeletions: allDeletions, removedAuthors };
  const before = clearRemovedAuthors(state.messages, removedAuthors);
  const messages = [...before];
  const oldest = messages[0]?.seq ?? state.seq + 1;
  const buffered: MessageView[] = [];
  const bufferedDeletions: Deletion[] = [];
  const seen = removedAuthors.map(({ rev }) => rev);
  let { seq } = state;
  let changed = false;
  const setMessage = (index: number, message: MessageView) => {
    messages[index] = message;
    changed = true;
  };
  for (const message of waiting) {
    const index = message.seq - oldest;
    const isNext = message.seq === seq + 1;
    if (message.seq > seq && !isNext) {
      buffered.push(message);
      continue;
    }
    seen.push(message.rev);
    if (isNext) {
      seq = message.seq;
      if (index === messages.length) setMessage(index, message);
    } else if (!messages[index]) buffered.push(message);
    else if (message.rev > messages[index].rev) setMessage(index, message);
  }
  for (const deletion of allDeletions) {
    const index = deletion.seq - oldest;
    const message = messages[index];
    if (!message) bufferedDeletions.push(deletion);
    else if (deletion.rev > message.rev) setMessage(index, tombstone(message, deletion));
    if (deletion.seq <= seq) seen.push(deletion.rev);
  }
  return {
    ...state,
    messages: refreshQuotes(
      changed ? messages : before,
      [...messages, ...waiting],
      allDeletions,
      state.firstSeq,
    ),
    buffered,
    bufferedDeletions,
    removedAuthors,
    seq,
    rev: contiguousRev(state.rev, seen),
  };
}

/** Returns the newest version of a message that its channel knows of, also if it is not among the loaded ones. */
export function newestVersion(message: MessageView, channel: ChannelState): MessageView {
  const isSame = ({ seq }: { seq: number }) => seq === message.seq;
  const alone = { ...EMPTY_CHANNEL, ready: true, messages: [message], seq: message.seq };
  const known = [...channel.messages, ...channel.buffered].filter(isSame);
  const deletions = channel.bufferedDeletions.filter(isSame);
  return mergeChanges(alone, known, deletions, channel.removedAuthors).messages[0] ?? message;
}

/** Replaces tombstones made from live events by the server's, which have the exact times. */
export function withServerTombstones(
  messages: readonly MessageView[],
  answer: ChannelOpenAnswer,
): readonly MessageView[] {
  const tombstones = [...answer.messages, ...answer.changed].filter(({ deletedAt }) => deletedAt !== null);
  const bySeq = new Map(tombstones.map((message) => [message.seq, message]));
  return messages.map((message) => {
    const fromServer = bySeq.get(message.seq);
    return fromServer?.rev === message.rev ? fromServer : message;
  });
}
