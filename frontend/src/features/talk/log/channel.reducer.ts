import type {
  ChannelOpenAnswer,
  ChannelOpenRequest,
  MessageView,
  OwnReactions,
  RemovedAuthor,
} from '@oniverse/contracts';
import { mergeChanges, mergeMessages, newestRev, newestSeq, withServerTombstones } from './channel.merge.js';
import { learnOwnReactions } from './own-reactions.js';
import { refreshQuotes } from './quotes.js';
import { type ChannelState, type Deletion, newestLoaded, oldestLoaded } from './channel.js';

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
  /** The page before or after the loaded messages, requested at `epoch`; `firstSeq` if it shows where the channel begins. */
  | { type: 'older' | 'newer'; epoch: number; messages: readonly MessageView[]; firstSeq?: number }
  /** A page from elsewhere in the history, which replaces the loaded messages. */
  | { type: 'replaced'; epoch: number; messages: readonly MessageView[]; firstSeq?: number }
  /** Messages outside `from`…`to` are evicted. */
  | { type: 'evicted'; from: number; to: number }
  /** The next `channel:open` starts over with the latest messages. */
  | { type: 'invalidated' };

function applyOpened(
  before: ChannelState,
  request: ChannelOpenRequest,
  answer: ChannelOpenAnswer,
): ChannelState {
  const state = { ...before, messages: withServerTombstones(before.messages, answer) };
  const { lastSeq, lastRev, messages } = answer;
  // The previous release does not say `reset` when messages between the copy and the answer expired.
  const isApart = (messages[0]?.seq ?? 0) > (request.after ?? Infinity) + 1;
  const startsOver = request.after === undefined || answer.reset === true || isApart;
  const firstSeq = startsOver ? answer.firstSeq : Math.max(state.firstSeq, answer.firstSeq);
  // First the server's answer, then live events that are not part of it.
  const bare = { ...state, firstSeq, buffered: [], deletions: [] };
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
    messages: refreshQuotes(
      merged.messages,
      [...state.buffered, ...state.messages],
      state.bufferedDeletions,
      firstSeq,
    ),
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
    case 'replaced': {
      if (!state.ready || event.epoch !== state.epoch) return state;
      const paged = PAGE_REDUCERS[event.type](state, event.messages);
      const { firstSeq = 0 } = event;
      return firstSeq > paged.firstSeq ? { ...paged, firstSeq } : paged;
    }
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
