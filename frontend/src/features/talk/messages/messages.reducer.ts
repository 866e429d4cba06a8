import type {
  ChannelOpenAnswer,
  ChannelOpenRequest,
  MessageView,
  OwnReactions,
  RemovedAuthor,
} from '@oniverse/contracts';
import { learnOwnReactions } from './messages.own-reactions.js';
import { refreshQuotes } from './messages.quotes.js';
import {
  type ChannelState,
  type Deletion,
  EMPTY_CHANNEL,
  newestLoaded,
  oldestLoaded,
} from './messages.state.js';

export type ChannelEvent =
  | { type: 'opened'; request: ChannelOpenRequest; answer: ChannelOpenAnswer }
  | { type: 'created'; messages: readonly MessageView[] }
  | { type: 'edited'; message: MessageView }
  | { type: 'deleted'; deletion: Deletion }
  /** A member erased their account: all their messages lose the author. */
  | { type: 'authorRemoved'; author: RemovedAuthor }
  /** The reader reacted, here or on another device. */
  | { type: 'ownReactions'; own: OwnReactions }
  /** The acknowledgement of an own message, which may arrive before its packet. */
  | { type: 'acknowledged'; message: MessageView }
  /** The page before or after the loaded messages, requested at `epoch`. */
  | { type: 'older' | 'newer'; epoch: number; messages: readonly MessageView[] }
  /** A page from elsewhere in the history, which replaces the loaded messages. */
  | { type: 'replaced'; epoch: number; messages: readonly MessageView[] }
  /** Messages outside `from`…`to` are evicted. */
  | { type: 'evicted'; from: number; to: number }
  /** The next `channel:open` starts over with the latest messages. */
  | { type: 'invalidated' };

const bySeq = (a: MessageView, b: MessageView) => a.seq - b.seq;
const newestRev = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ rev }) => rev));
const newestSeq = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ seq }) => seq));

/** Merges lists to the newest `rev` of each `seq`, ascending. Order and repeats do not affect the result. */
function mergeMessages(...lists: (readonly MessageView[])[]): MessageView[] {
  const newest = new Map<number, MessageView>();
  for (const message of lists.flat()) {
    const known = newest.get(message.seq);
    if (!known || message.rev > known.rev) newest.set(message.seq, message);
  }
  return [...newest.values()].toSorted(bySeq);
}

function tombstone(message: MessageView, { rev, at, thread }: Deletion): MessageView {
  const { reactions: _reactions, ...others } = message;
  const deletedAt = message.deletedAt ?? at;
  return { ...others, ...(thread && { thread }), content: '', rev, updatedAt: at, deletedAt };
}

const mergeRemovedAuthors = (known: readonly RemovedAuthor[], incoming: readonly RemovedAuthor[]) =>
  incoming.length === 0
    ? known
    : [...known, ...incoming.filter(({ rev }) => !known.some((author) => author.rev === rev))];

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
      ...message,
      ...(removedIds.has(userId) && { userId: null, author: null }),
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
function mergeChanges(
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
    messages: refreshQuotes(changed ? messages : before, [...messages, ...waiting], allDeletions),
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
function withServerTombstones(
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

function applyOpened(
  before: ChannelState,
  request: ChannelOpenRequest,
  answer: ChannelOpenAnswer,
): ChannelState {
  const state = { ...before, messages: withServerTombstones(before.messages, answer) };
  const startsOver = request.after === undefined || answer.reset === true;
  const { lastSeq, lastRev, messages } = answer;
  // First the server's answer, then live events that are not part of it.
  const bare = { ...state, buffered: [], deletions: [] };
  const answered: ChannelState = startsOver
    ? {
        ...bare,
        ready: true,
        messages,
        seq: newestSeq(messages),
        rev: lastRev,
        segment: state.messages.length > 0 ? state.segment + 1 : state.segment,
      }
    : mergeChanges(bare, [...messages, ...answer.changed], [], answer.removedAuthors);
  // A partial answer, or a page loaded since the request, may lack changes. The old `rev` makes the sync ask again.
  const isComplete = startsOver || (!answer.more && oldestLoaded(state) >= (request.from ?? 0));
  const rev = isComplete ? Math.max(answered.rev, lastRev) : answered.rev;
  // The new epoch rejects pages requested earlier, so changes buffered for them can be dropped.
  const isRelevant = ({ seq }: { seq: number }) =>
    seq > answered.seq || (seq >= oldestLoaded(answered) && seq <= newestLoaded(answered));
  const merged = mergeChanges(
    { ...answered, rev, buffered: answered.buffered.filter(isRelevant) },
    [...state.buffered, ...state.messages].filter(isRelevant),
    state.bufferedDeletions.filter(isRelevant),
  );
  return {
    ...merged,
    // What is irrelevant to the segment may be quoted in it.
    messages: refreshQuotes(merged.messages, [...state.buffered, ...state.messages], state.bufferedDeletions),
    headSeq: Math.max(state.headSeq, lastSeq),
    headRev: Math.max(state.headRev, lastRev),
    epoch: state.epoch + 1,
    arrived: [],
  };
}

function prependPage(state: ChannelState, page: readonly MessageView[]): ChannelState {
  const last = page.at(-1);
  if (!last || last.seq !== oldestLoaded(state) - 1) return state;
  // Applies the changes that were buffered while the page loaded.
  return mergeChanges({ ...state, messages: [...page, ...state.messages] }, []);
}

function appendPage(state: ChannelState, page: readonly MessageView[]): ChannelState {
  if (page[0]?.seq !== newestLoaded(state) + 1) return state;
  const messages = [...state.messages, ...page];
  return mergeChanges({ ...state, messages, seq: Math.max(state.seq, newestSeq(page)) }, []);
}

function replaceWithPage(state: ChannelState, page: readonly MessageView[]): ChannelState {
  const first = page[0];
  if (!first) return state;
  const last = newestSeq(page);
  // Messages in both may have a newer revision here than in the page.
  const shared = state.messages.filter(({ seq }) => seq >= first.seq && seq <= last);
  return mergeChanges(
    {
      ...state,
      messages: page,
      seq: Math.max(state.seq, last),
      epoch: state.epoch + 1,
      segment: state.segment + 1,
    },
    shared,
  );
}

const raiseHead = (state: ChannelState, { seq = 0, rev }: { seq?: number; rev: number }): ChannelState => ({
  ...state,
  headSeq: Math.max(state.headSeq, seq),
  headRev: Math.max(state.headRev, rev),
});

function applyCreated(state: ChannelState, messages: readonly MessageView[]): ChannelState {
  const merged = mergeChanges(state, messages);
  return {
    ...merged,
    headSeq: Math.max(state.headSeq, newestSeq(messages)),
    headRev: Math.max(state.headRev, newestRev(messages)),
    arrived:
      state.ready && merged.seq > state.seq
        ? messages.filter(({ seq }) => seq > state.seq && seq <= merged.seq)
        : state.arrived,
  };
}

const PAGE_REDUCERS = { older: prependPage, newer: appendPage, replaced: replaceWithPage } as const;

function applyOwnReactions(state: ChannelState, { seq, rev, emojis }: OwnReactions): ChannelState {
  const known = state.own[seq];
  return known && known.rev > rev ? state : { ...state, own: { ...state.own, [seq]: { rev, emojis } } };
}

/** Returns the messages of an event as the server sent them. */
function receivedMessages(event: ChannelEvent): readonly MessageView[] {
  if (event.type === 'opened') return [...event.answer.messages, ...event.answer.changed];
  if ('messages' in event) return event.messages;
  return 'message' in event ? [event.message] : [];
}

/**
 * Returns the state after an event. Pure. For any order and repetition of events, a state that `isUpToDate` equals a
 * fresh fetch of the same segment.
 */
export function reduceChannel(before: ChannelState, event: ChannelEvent): ChannelState {
  const own = learnOwnReactions(before.own, receivedMessages(event));
  const state = own === before.own ? before : { ...before, own };
  switch (event.type) {
    case 'opened':
      return applyOpened(state, event.request, event.answer);
    case 'created':
      return applyCreated(state, event.messages);
    case 'edited':
      return raiseHead(mergeChanges(state, [event.message]), event.message);
    case 'deleted':
      return raiseHead(mergeChanges(state, [], [event.deletion]), event.deletion);
    case 'authorRemoved':
      return raiseHead(mergeChanges(state, [], [], [event.author]), event.author);
    case 'ownReactions':
      return applyOwnReactions(state, event.own);
    case 'acknowledged':
      return mergeChanges(state, [event.message]);
    case 'older':
    case 'newer':
    case 'replaced':
      return state.ready && event.epoch === state.epoch
        ? PAGE_REDUCERS[event.type](state, event.messages)
        : state;
    case 'evicted': {
      const isKept = ({ seq }: MessageView) => seq >= event.from && seq <= event.to;
      // A page that was read before may still quote what they were.
      const changed = state.messages.filter(
        (message) => !isKept(message) && (message.editedAt !== null || message.deletedAt !== null),
      );
      return {
        ...state,
        messages: state.messages.filter(isKept),
        buffered: mergeMessages(state.buffered, changed),
      };
    }
    case 'invalidated':
      return { ...state, ready: false };
    default:
      return event satisfies never;
  }
}
