import type { ChannelOpenAnswer, ChannelOpenRequest, MessageView } from '@oniverse/contracts';
import { type ChannelState, type Deletion, newestHeld, oldestHeld } from './messages.state.js';

/** What may happen to a channel. */
export type ChannelEvent =
  /** The answer to what was asked by `channel:open`. */
  | { type: 'opened'; asked: ChannelOpenRequest; answer: ChannelOpenAnswer }
  /** A live packet. */
  | { type: 'created'; messages: readonly MessageView[] }
  /** A message has another text. */
  | { type: 'edited'; message: MessageView }
  /** A message has no text any more. */
  | { type: 'deleted'; deletion: Deletion }
  /** The acknowledgement of one's own message: it may run ahead of the packet that brings it. */
  | { type: 'acknowledged'; message: MessageView }
  /** A page of history that was asked for at `epoch`: what comes before the oldest held, or after the newest. */
  | { type: 'older' | 'newer'; epoch: number; messages: readonly MessageView[] }
  /** A page of history from elsewhere, which takes the place of what is held. */
  | { type: 'placed'; epoch: number; messages: readonly MessageView[] }
  /** What lies before `from` and after `to` is too far away to be kept. */
  | { type: 'kept'; from: number; to: number }
  /** What is held is not wanted any more: the latest are. */
  | { type: 'forsaken' };

const bySeq = (a: MessageView, b: MessageView) => a.seq - b.seq;
const newestRev = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ rev }) => rev));
const newestSeq = (messages: readonly MessageView[]) => Math.max(0, ...messages.map(({ seq }) => seq));

/** Of each `seq` the state with the newest `rev`, ascending. The result does not depend on the order or on repeats. */
function union(...lists: (readonly MessageView[])[]): MessageView[] {
  const bySeqOnce = new Map<number, MessageView>();
  for (const message of lists.flat()) {
    const held = bySeqOnce.get(message.seq);
    if (!held || message.rev > held.rev) bySeqOnce.set(message.seq, message);
  }
  return [...bySeqOnce.values()].toSorted(bySeq);
}

/** What is left of a message that was deleted. */
const tombstone = (message: MessageView, { rev, at }: Deletion): MessageView => ({
  ...message,
  content: '',
  rev,
  updatedAt: at,
  deletedAt: at,
});

/** Counts on from `rev` as long as the next change is among those given, in whatever order they are. */
const countedOn = (rev: number, revs: readonly number[]): number =>
  revs.toSorted((a, b) => a - b).reduce((last, next) => (next === last + 1 ? next : last), rev);

/**
 * Adds messages and deletions to what is held: a newer state replaces, what comes next extends, what lies outside waits.
 * Where the end was let go, what comes next is let go as well. A change of what is not held does not concern it, and so
 * counts as seen.
 */
function absorb(
  state: ChannelState,
  incoming: readonly MessageView[],
  deleted: readonly Deletion[] = [],
): ChannelState {
  const waiting = union(state.loose, incoming);
  const burials = [...state.deletions, ...deleted];
  if (!state.ready) return { ...state, loose: waiting, deletions: burials };
  const held = [...state.messages];
  const oldest = held[0]?.seq ?? state.seq + 1;
  const loose: MessageView[] = [];
  const deletions: Deletion[] = [];
  const seen: number[] = [];
  let { seq } = state;
  let changed = false;
  const put = (place: number, message: MessageView) => {
    held[place] = message;
    changed = true;
  };
  for (const message of waiting) {
    const place = message.seq - oldest;
    const isNext = message.seq === seq + 1;
    if (message.seq > seq && !isNext) {
      loose.push(message);
      continue;
    }
    seen.push(message.rev);
    if (isNext) {
      seq = message.seq;
      if (place === held.length) put(place, message);
    } else if (!held[place]) loose.push(message);
    else if (message.rev > held[place].rev) put(place, message);
  }
  for (const deletion of burials) {
    const place = deletion.seq - oldest;
    const present = held[place];
    if (!present) deletions.push(deletion);
    else if (deletion.rev > present.rev) put(place, tombstone(present, deletion));
    if (deletion.seq <= seq) seen.push(deletion.rev);
  }
  return {
    ...state,
    messages: changed ? held : state.messages,
    loose,
    deletions,
    seq,
    rev: countedOn(state.rev, seen),
  };
}

/** What is held, with the server's own tombstones in the place of those that were made of an event. */
function withTombstones(held: readonly MessageView[], answer: ChannelOpenAnswer): readonly MessageView[] {
  const buried = [...answer.messages, ...answer.changed].filter(({ deletedAt }) => deletedAt !== null);
  const bySeq = new Map(buried.map((message) => [message.seq, message]));
  return held.map((message) => {
    const told = bySeq.get(message.seq);
    return told?.rev === message.rev ? told : message;
  });
}

function opened(before: ChannelState, asked: ChannelOpenRequest, answer: ChannelOpenAnswer): ChannelState {
  const state = { ...before, messages: withTombstones(before.messages, answer) };
  const startsAnew = asked.after === undefined || answer.reset === true;
  const { lastSeq, lastRev, messages } = answer;
  // First what the server saw, then what has come live besides.
  const bare = { ...state, loose: [], deletions: [] };
  const seen: ChannelState = startsAnew
    ? {
        ...bare,
        ready: true,
        messages,
        seq: newestSeq(messages),
        rev: lastRev,
        stretch: state.messages.length > 0 ? state.stretch + 1 : state.stretch,
      }
    : absorb(bare, [...messages, ...answer.changed]);
  // While there is more, changes of what came live meanwhile may still be unseen, and so may those of a page of
  // history that came meanwhile: they are asked for once more.
  const isAll = startsAnew || (!answer.more && oldestHeld(state) >= (asked.from ?? 0));
  const rev = isAll ? Math.max(seen.rev, lastRev) : seen.rev;
  // A page of history that is on its way is not merged after this: nothing has to be kept for it.
  const isFor = ({ seq }: { seq: number }) =>
    seq > seen.seq || (seq >= oldestHeld(seen) && seq <= newestHeld(seen));
  return {
    ...absorb(
      { ...seen, rev, loose: seen.loose.filter(isFor) },
      [...state.loose, ...state.messages].filter(isFor),
      state.deletions.filter(isFor),
    ),
    headSeq: Math.max(state.headSeq, lastSeq),
    headRev: Math.max(state.headRev, lastRev),
    epoch: state.epoch + 1,
    arrived: [],
  };
}

function older(state: ChannelState, page: readonly MessageView[]): ChannelState {
  const last = page.at(-1);
  if (!last || last.seq !== oldestHeld(state) - 1) return state;
  // What changed while the page was on its way has waited for it.
  return absorb({ ...state, messages: [...page, ...state.messages] }, []);
}

function newer(state: ChannelState, page: readonly MessageView[]): ChannelState {
  if (page[0]?.seq !== newestHeld(state) + 1) return state;
  const messages = [...state.messages, ...page];
  return absorb({ ...state, messages, seq: Math.max(state.seq, newestSeq(page)) }, []);
}

function placed(state: ChannelState, page: readonly MessageView[]): ChannelState {
  const first = page[0];
  if (!first) return state;
  const last = newestSeq(page);
  // What is held of the same messages may have been told of a change after the page was read.
  const shared = state.messages.filter(({ seq }) => seq >= first.seq && seq <= last);
  return absorb(
    {
      ...state,
      messages: page,
      seq: Math.max(state.seq, last),
      epoch: state.epoch + 1,
      stretch: state.stretch + 1,
    },
    shared,
  );
}

/** The state where the server has spoken of a message. */
const heardOf = (state: ChannelState, { seq, rev }: { seq: number; rev: number }): ChannelState => ({
  ...state,
  headSeq: Math.max(state.headSeq, seq),
  headRev: Math.max(state.headRev, rev),
});

function created(state: ChannelState, messages: readonly MessageView[]): ChannelState {
  const merged = absorb(state, messages);
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

const PAGES = { older, newer, placed } as const;

/**
 * The state after an event. Pure; whatever the order of the events and however often each is repeated, a state
 * that `isWhole` holds what a fresh fetch of the same stretch would bring.
 */
export function reduceChannel(state: ChannelState, event: ChannelEvent): ChannelState {
  switch (event.type) {
    case 'opened':
      return opened(state, event.asked, event.answer);
    case 'created':
      return created(state, event.messages);
    case 'edited':
      return heardOf(absorb(state, [event.message]), event.message);
    case 'deleted':
      return heardOf(absorb(state, [], [event.deletion]), event.deletion);
    case 'acknowledged':
      return absorb(state, [event.message]);
    case 'older':
    case 'newer':
    case 'placed':
      return state.ready && event.epoch === state.epoch ? PAGES[event.type](state, event.messages) : state;
    case 'kept':
      return {
        ...state,
        messages: state.messages.filter(({ seq }) => seq >= event.from && seq <= event.to),
      };
    case 'forsaken':
      return { ...state, ready: false };
    default:
      return event satisfies never;
  }
}
