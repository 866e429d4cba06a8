import type { ChannelOpenRequest, DeletedMessage, MessageView, RemovedAuthor } from '@oniverse/contracts';
import type { OwnBySeq } from './own-reactions.js';

/** A deletion, or a later change of a deleted message's thread, with the local time at which its event arrived. */
export type Deletion = Pick<DeletedMessage, 'seq' | 'rev' | 'thread'> & { at: string };

/**
 * The client's state of one channel. `messages` is a gapless segment of it, ascending by `seq`. Messages far from the
 * view are evicted and fetched again when needed. Changes outside the segment are buffered: beyond a gap until it is
 * filled, otherwise for a page of history that was read before the change.
 */
export interface ChannelState {
  /** Whether the first page is loaded and still valid. */
  ready: boolean;
  messages: readonly MessageView[];
  buffered: readonly MessageView[];
  bufferedDeletions: readonly Deletion[];
  /** Removed authors; also cleared from pages that were read before the removal. */
  removedAuthors: readonly RemovedAuthor[];
  /** The reader's own reactions, which live events do not carry. */
  own: OwnBySeq;
  /** The first `seq` that the channel has: those below expired, and are no gap. */
  firstSeq: number;
  /** All messages up to this `seq` are known. Those between the end of `messages` and this one are evicted. */
  seq: number;
  /** `messages` contains all changes of its segment up to this revision. */
  rev: number;
  /** The newest `seq` and `rev` seen from the server. If they exceed the known ones, something is missing. */
  headSeq: number;
  headRev: number;
  /** Increases when pages of history that were requested earlier must not be merged. */
  epoch: number;
  /** Increases when `messages` becomes a different segment, not only a longer or shorter one. */
  segment: number;
  /** The messages of the last live packet, which are announced and highlighted once. */
  arrived: readonly MessageView[];
}

export const EMPTY_CHANNEL: ChannelState = {
  ready: false,
  messages: [],
  buffered: [],
  bufferedDeletions: [],
  removedAuthors: [],
  own: {},
  firstSeq: 1,
  seq: 0,
  rev: 0,
  headSeq: 0,
  headRev: 0,
  epoch: 0,
  segment: 0,
  arrived: [],
};

export const oldestLoaded = (state: ChannelState): number => state.messages[0]?.seq ?? 0;
export const newestLoaded = (state: ChannelState): number => state.messages.at(-1)?.seq ?? 0;

/** Whether everything announced by the server is known. If not, `channel:open` has to be requested. */
export const isUpToDate = (state: ChannelState): boolean =>
  state.ready && state.seq >= state.headSeq && state.rev >= state.headRev;

export const hasOlder = (state: ChannelState): boolean => oldestLoaded(state) > state.firstSeq;

/** Whether the channel has messages newer than the loaded ones, because its end is evicted. */
export const hasNewer = (state: ChannelState): boolean => newestLoaded(state) < state.seq;

/** Returns the request for everything missing, or for the latest messages if nothing is loaded. */
export function openRequest(channelId: string, state: ChannelState): ChannelOpenRequest {
  if (!state.ready || state.messages.length === 0) return { channelId };
  return { channelId, from: oldestLoaded(state), after: state.seq, rev: state.rev };
}
