import type { ChannelOpenAnswer, ChannelOpenRequest, DeletedMessage, MessageView } from '@oniverse/contracts';

/** That a message was deleted, and when that was heard. */
export type Deletion = Pick<DeletedMessage, 'seq' | 'rev'> & { at: string };

/**
 * What the client knows of one channel. `messages` is a stretch of the channel without a gap, ascending by `seq`;
 * what does not touch it waits in `loose`, and in `deletions`: beyond its end for what lies between, before its
 * beginning for a page of history that was read before it happened.
 */
export interface ChannelState {
  /** Whether the first page has come. */
  ready: boolean;
  messages: readonly MessageView[];
  loose: readonly MessageView[];
  deletions: readonly Deletion[];
  /** All changes of the channel up to this one are in `messages`, as far as they concern it. */
  rev: number;
  /** The newest `seq` and `rev` that the server spoke of: more than is held means that something is missing. */
  headSeq: number;
  headRev: number;
  /** Rises with each answer to `channel:open`; a page of history asked for before is not merged after. */
  epoch: number;
  /** What the last live packet brought, for the ring that it draws once. */
  arrived: readonly number[];
}

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
  /** A page of history that was asked for at `epoch`. */
  | { type: 'older'; epoch: number; messages: readonly MessageView[] };

/** A channel of which nothing is known yet. */
export const UNKNOWN_CHANNEL: ChannelState = {
  ready: false,
  messages: [],
  loose: [],
  deletions: [],
  rev: 0,
  headSeq: 0,
  headRev: 0,
  epoch: 0,
  arrived: [],
};

/** The oldest and the newest `seq` held; 0 where nothing is held. */
export const oldestHeld = (state: ChannelState): number => state.messages[0]?.seq ?? 0;
export const newestHeld = (state: ChannelState): number => state.messages.at(-1)?.seq ?? 0;

/** Whether everything that the server spoke of is held: if not, `channel:open` has to be asked. */
export const isWhole = (state: ChannelState): boolean =>
  state.ready && newestHeld(state) >= state.headSeq && state.rev >= state.headRev;

/** Whether the channel has messages older than the oldest held. */
export const hasOlder = (state: ChannelState): boolean => oldestHeld(state) > 1;

/** What to ask to get from what is held to what there is; afresh where nothing is held. */
export function openRequest(channelId: string, state: ChannelState): ChannelOpenRequest {
  if (!state.ready || state.messages.length === 0) return { channelId };
  return { channelId, from: oldestHeld(state), after: newestHeld(state), rev: state.rev };
}

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
 * Adds messages and deletions to what is held: a newer state replaces, what touches the end extends, what lies outside
 * waits. A change before the oldest held does not concern what is held, and so counts as seen.
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
  const oldest = held[0]?.seq ?? 1;
  const loose: MessageView[] = [];
  const deletions: Deletion[] = [];
  const seen: number[] = [];
  let changed = false;
  const put = (place: number, message: MessageView) => {
    held[place] = message;
    changed = true;
  };
  for (const message of waiting) {
    const place = message.seq - oldest;
    if (place > held.length) {
      loose.push(message);
      continue;
    }
    seen.push(message.rev);
    if (place < 0) loose.push(message);
    else if (message.rev > (held[place]?.rev ?? 0)) put(place, message);
  }
  for (const deletion of burials) {
    const place = deletion.seq - oldest;
    const present = held[place];
    if (!present) deletions.push(deletion);
    else if (deletion.rev > present.rev) put(place, tombstone(present, deletion));
    if (present || place < 0) seen.push(deletion.rev);
  }
  return {
    ...state,
    messages: changed ? held : state.messages,
    loose,
    deletions,
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
    ? { ...bare, ready: true, messages, rev: lastRev }
    : absorb(bare, [...messages, ...answer.changed]);
  // While there is more, changes of what came live meanwhile may still be unseen, and so may those of a page of
  // history that came meanwhile: they are asked for once more.
  const isAll = startsAnew || (!answer.more && oldestHeld(state) >= (asked.from ?? 0));
  const rev = isAll ? Math.max(seen.rev, lastRev) : seen.rev;
  // A page of history that is on its way is not merged after this: nothing has to be kept for it.
  const isFor = ({ seq }: { seq: number }) => seq >= oldestHeld(seen);
  return {
    ...absorb(
      { ...seen, rev },
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

/** The state where the server has spoken of a message. */
const heardOf = (state: ChannelState, { seq, rev }: { seq: number; rev: number }): ChannelState => ({
  ...state,
  headSeq: Math.max(state.headSeq, seq),
  headRev: Math.max(state.headRev, rev),
});

function created(state: ChannelState, messages: readonly MessageView[]): ChannelState {
  const before = newestHeld(state);
  const merged = absorb(state, messages);
  const after = newestHeld(merged);
  return {
    ...merged,
    headSeq: Math.max(state.headSeq, newestSeq(messages)),
    headRev: Math.max(state.headRev, newestRev(messages)),
    arrived:
      state.ready && after > before
        ? messages.map(({ seq }) => seq).filter((seq) => seq > before && seq <= after)
        : state.arrived,
  };
}

/**
 * The state after an event. Pure; whatever the order of the events and however often each is repeated, a state
 * that `isWhole` holds what a fresh fetch would bring.
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
      return event.epoch === state.epoch ? older(state, event.messages) : state;
    default:
      return event satisfies never;
  }
}
