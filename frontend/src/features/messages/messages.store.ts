import { create } from 'zustand';
import { type Outbox, settle } from './messages.outbox.js';
import { type ChannelEvent, reduceChannel } from './messages.reducer.js';
import { type ChannelState, hasNewer, UNKNOWN_CHANNEL } from './messages.state.js';

/** Where a page of history joins: before what is held, or after it. */
export type Side = 'older' | 'newer';
/** How the loading of a page of history stands. */
export type PageState = 'idle' | 'loading' | 'failed';

interface MessagesState {
  channels: Readonly<Record<string, ChannelState>>;
  /** The loading of history, by channel. */
  older: Readonly<Record<string, PageState>>;
  newer: Readonly<Record<string, PageState>>;
  /** What the server said where it will not open a channel. */
  refusals: Readonly<Record<string, string>>;
  outbox: Outbox;
}

const START: MessagesState = { channels: {}, older: {}, newer: {}, refusals: {}, outbox: [] };

/** The live state of all conversations: what came by socket and by REST, and what is on its way. */
export const useMessages = create<MessagesState>(() => START);

/** A channel as it stands, for code outside of components. */
export const channelNow = (channelId: string): ChannelState =>
  useMessages.getState().channels[channelId] ?? UNKNOWN_CHANNEL;

/** Lets an event happen to a channel, and takes from the outbox what the channel shows by itself now. */
export function applyToChannel(channelId: string, event: ChannelEvent): void {
  useMessages.setState(({ channels, outbox }) => {
    const next = reduceChannel(channels[channelId] ?? UNKNOWN_CHANNEL, event);
    return {
      channels: { ...channels, [channelId]: next },
      outbox: settle(outbox, channelId, next.messages),
    };
  });
}

/** Changes the outbox. */
export function changeOutbox(change: (outbox: Outbox) => Outbox): void {
  useMessages.setState(({ outbox }) => ({ outbox: change(outbox) }));
}

/** Notes how the loading of a page of history stands. */
export function setPage(channelId: string, side: Side, state: PageState): void {
  useMessages.setState(({ [side]: held }) => ({ [side]: { ...held, [channelId]: state } }));
}

/** One turns away from a channel: where its end was let go, the next visit starts with the latest. */
export function turnAway(channelId: string): void {
  useMessages.setState(({ channels }) => {
    const { [channelId]: left, ...others } = channels;
    return left && hasNewer(left) ? { channels: others } : {};
  });
}

/** Says why a channel will not open; nothing said takes it back. */
export function setRefusal(channelId: string, message?: string): void {
  useMessages.setState(({ refusals }) => {
    const { [channelId]: _gone, ...others } = refusals;
    return { refusals: message === undefined ? others : { ...others, [channelId]: message } };
  });
}

/** Forgets all conversations: another member may sit here next. */
export function forgetMessages(): void {
  useMessages.setState(START, true);
}
