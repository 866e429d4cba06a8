import { create } from 'zustand';
import { type Outbox, settle } from './messages.outbox.js';
import { type ChannelEvent, type ChannelState, reduceChannel, UNKNOWN_CHANNEL } from './messages.reducer.js';

/** How loading of older messages stands in a channel. */
export type OlderState = 'idle' | 'loading' | 'failed';

interface MessagesState {
  channels: Readonly<Record<string, ChannelState>>;
  older: Readonly<Record<string, OlderState>>;
  /** What the server said where it will not open a channel. */
  refusals: Readonly<Record<string, string>>;
  outbox: Outbox;
}

const START: MessagesState = { channels: {}, older: {}, refusals: {}, outbox: [] };

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

export function setOlder(channelId: string, state: OlderState): void {
  useMessages.setState(({ older }) => ({ older: { ...older, [channelId]: state } }));
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
