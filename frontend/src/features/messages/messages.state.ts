import type { ChannelOpenRequest, DeletedMessage, MessageView } from '@oniverse/contracts';

/** That a message was deleted, and when that was heard. */
export type Deletion = Pick<DeletedMessage, 'seq' | 'rev'> & { at: string };

/**
 * What the client knows of one channel. `messages` is a stretch of the channel without a gap, ascending by `seq`, and
 * not all that was ever in view: what lies far from it is let go, and fetched again when one comes near. What does not
 * touch the stretch waits in `loose`, and in `deletions`: beyond a gap for what lies between, of what is not held for a
 * page of history that was read before it happened.
 */
export interface ChannelState {
  /** Whether the first page has come, and is wanted. */
  ready: boolean;
  messages: readonly MessageView[];
  loose: readonly MessageView[];
  deletions: readonly Deletion[];
  /** All messages up to this one are known: what lies between the end of `messages` and it was let go. */
  seq: number;
  /** All changes of the channel up to this one are in `messages`, as far as they concern it. */
  rev: number;
  /** The newest `seq` and `rev` that the server spoke of: more than is known means that something is missing. */
  headSeq: number;
  headRev: number;
  /** Rises where pages of history that were asked for before may not be merged any more. */
  epoch: number;
  /** Rises where `messages` becomes another stretch, and not a longer or shorter one. */
  stretch: number;
  /** What the last live packet brought: read out, and drawn with a ring once. */
  arrived: readonly MessageView[];
}

/** A channel of which nothing is known yet. */
export const UNKNOWN_CHANNEL: ChannelState = {
  ready: false,
  messages: [],
  loose: [],
  deletions: [],
  seq: 0,
  rev: 0,
  headSeq: 0,
  headRev: 0,
  epoch: 0,
  stretch: 0,
  arrived: [],
};

/** The oldest and the newest `seq` held; 0 where nothing is held. */
export const oldestHeld = (state: ChannelState): number => state.messages[0]?.seq ?? 0;
export const newestHeld = (state: ChannelState): number => state.messages.at(-1)?.seq ?? 0;

/** Whether everything that the server spoke of is known: if not, `channel:open` has to be asked. */
export const isWhole = (state: ChannelState): boolean =>
  state.ready && state.seq >= state.headSeq && state.rev >= state.headRev;

/** Whether the channel has messages older than the oldest held. */
export const hasOlder = (state: ChannelState): boolean => oldestHeld(state) > 1;

/** Whether the channel has messages newer than the newest held: its end was let go. */
export const hasNewer = (state: ChannelState): boolean => newestHeld(state) < state.seq;

/** What to ask to get from what is known to what there is; afresh where nothing is held. */
export function openRequest(channelId: string, state: ChannelState): ChannelOpenRequest {
  if (!state.ready || state.messages.length === 0) return { channelId };
  return { channelId, from: oldestHeld(state), after: state.seq, rev: state.rev };
}
