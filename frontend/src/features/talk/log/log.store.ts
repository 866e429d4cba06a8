import { create } from 'zustand';
import { type Outbox, removeShown } from './operations.js';
import { type ChannelEvent, reduceChannel } from './channel.reducer.js';
import { type ChannelState, hasNewer, EMPTY_CHANNEL } from './channel.js';

export type Side = 'older' | 'newer';
export type PageState = 'idle' | 'loading' | 'failed';

interface MessagesState {
  channels: Readonly<Record<string, ChannelState>>;
  older: Readonly<Record<string, PageState>>;
  newer: Readonly<Record<string, PageState>>;
  refusals: Readonly<Record<string, string>>;
  outbox: Outbox;
}

const INITIAL_STATE: MessagesState = { channels: {}, older: {}, newer: {}, refusals: {}, outbox: [] };

export const useMessages = create<MessagesState>(() => INITIAL_STATE);

export const getChannel = (channelId: string): ChannelState =>
  useMessages.getState().channels[channelId] ?? EMPTY_CHANNEL;

/** Applies an event to a channel and removes the pending messages that the channel now shows. */
export function applyToChannel(channelId: string, event: ChannelEvent): void {
  useMessages.setState(({ channels, outbox }) => {
    const next = reduceChannel(channels[channelId] ?? EMPTY_CHANNEL, event);
    return {
      channels: { ...channels, [channelId]: next },
      outbox: removeShown(outbox, channelId, next.messages),
    };
  });
}

export function updateOutbox(change: (outbox: Outbox) => Outbox): void {
  useMessages.setState(({ outbox }) => ({ outbox: change(outbox) }));
}

export function setPageState(channelId: string, side: Side, state: PageState): void {
  useMessages.setState(({ [side]: states }) => ({ [side]: { ...states, [channelId]: state } }));
}

/** Evicts a closed channel without its latest messages, so that the next visit starts with them. */
export function evictPartialChannel(channelId: string): void {
  useMessages.setState(({ channels }) => {
    const { [channelId]: closed, ...others } = channels;
    return closed && hasNewer(closed) ? { channels: others } : {};
  });
}

export function setRefusal(channelId: string, message?: string): void {
  useMessages.setState(({ refusals }) => {
    const { [channelId]: _removed, ...others } = refusals;
    return { refusals: message === undefined ? others : { ...others, [channelId]: message } };
  });
}
