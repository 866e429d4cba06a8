import type { ChannelOpenAnswer, ChannelOpenRequest, MessageView } from '@oniverse/contracts';

/**
 * What the client knows of one channel. `messages` is a stretch of the channel without a gap, ascending by `seq`;
 * what does not touch it yet waits in `loose`.
 */
export interface ChannelState {
  /** Whether the first page has come. */
  ready: boolean;
  messages: readonly MessageView[];
  loose: readonly MessageView[];
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
  /** The answer to `channel:open`, and whether it was asked afresh or to go on from what was held. */
  | { type: 'opened'; afresh: boolean; answer: ChannelOpenAnswer }
  /** A live packet. */
  | { type: 'created'; messages: readonly MessageView[] }
  /** The acknowledgement of one's own message: it may run ahead of the packet that brings it. */
  | { type: 'acknowledged'; message: MessageView }
  /** A page of history that was asked for at `epoch`. */
  | { type: 'older'; epoch: number; messages: readonly MessageView[] };

/** A channel of which nothing is known yet. */
export const UNKNOWN_CHANNEL: ChannelState = {
  ready: false,
  messages: [],
  loose: [],
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

/**
 * Adds messages to what is held: a newer state replaces, what touches the end extends, what lies beyond waits in
 * `loose`. What is older than the oldest held is not looked at: history brings it when it is wanted.
 */
function absorb(state: ChannelState, incoming: readonly MessageView[]): ChannelState {
  const waiting = union(state.loose, incoming);
  if (!state.ready) return { ...state, loose: waiting };
  const held = [...state.messages];
  const loose: MessageView[] = [];
  let { rev } = state;
  let changed = false;
  for (const message of waiting) {
    const place = message.seq - (held[0]?.seq ?? 1);
    const present = held[place];
    if (place > held.length) loose.push(message);
    if (place < 0 || place > held.length || (present && present.rev >= message.rev)) continue;
    held[place] = message;
    changed = true;
    if (message.rev === rev + 1) rev = message.rev;
  }
  return { ...state, messages: changed ? held : state.messages, loose, rev };
}

function opened(state: ChannelState, afresh: boolean, answer: ChannelOpenAnswer): ChannelState {
  const startsAnew = afresh || answer.reset === true;
  const { lastSeq, lastRev, messages } = answer;
  // First what the server saw, then what has come live besides.
  const seen: ChannelState = startsAnew
    ? { ...state, ready: true, messages, loose: [], rev: lastRev }
    : absorb({ ...state, loose: [] }, [...messages, ...answer.changed]);
  // While there is more, changes of what came live meanwhile may still be unseen: they are asked for once more.
  const rev = answer.more && !startsAnew ? seen.rev : Math.max(seen.rev, lastRev);
  return {
    ...absorb({ ...seen, rev }, [...state.loose, ...state.messages]),
    headSeq: Math.max(state.headSeq, lastSeq),
    headRev: Math.max(state.headRev, lastRev),
    epoch: state.epoch + 1,
    arrived: [],
  };
}

function older(state: ChannelState, page: readonly MessageView[]): ChannelState {
  const last = page.at(-1);
  if (!last || last.seq !== oldestHeld(state) - 1) return state;
  return { ...state, messages: [...page, ...state.messages] };
}

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
      return opened(state, event.afresh, event.answer);
    case 'created':
      return created(state, event.messages);
    case 'acknowledged':
      return absorb(state, [event.message]);
    case 'older':
      return event.epoch === state.epoch ? older(state, event.messages) : state;
    default:
      return event satisfies never;
  }
}
