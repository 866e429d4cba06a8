import type { MessageView, Quote } from '@oniverse/contracts';
import { create } from 'zustand';
import { shareDraft } from '../attention/index.js';
import { quoteOf } from '../log/quotes.js';

/** The message that the draft in a channel answers, by channel. */
export const useReplying = create<Readonly<Record<string, Quote | undefined>>>(() => ({}));

/** Shows what the draft of a channel answers, as it is in storage or as another device chose it. */
export const showReply = (channelId: string, quote: Quote | undefined): void =>
  useReplying.setState({ [channelId]: quote });

function setReply(userId: string, channelId: string, quote: Quote | undefined): void {
  showReply(channelId, quote);
  shareDraft(userId, channelId, { replyTo: quote });
}

export const beginReply = (userId: string, message: MessageView): void =>
  setReply(userId, message.channelId, quoteOf(message));

export function endReply(userId: string, channelId: string): void {
  if (useReplying.getState()[channelId]) setReply(userId, channelId, undefined);
}
