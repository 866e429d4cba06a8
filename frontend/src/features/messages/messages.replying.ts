import { type MessageView, type Quote, quoteSchema } from '@oniverse/contracts';
import * as v from 'valibot';
import { create } from 'zustand';
import { unsentKey } from '../../session/unsent-texts.js';
import { quoteOf } from './messages.quotes.js';

/** The message that the next text in a channel answers, by channel. It is stored with the draft. */
export const useReplying = create<Readonly<Record<string, Quote | undefined>>>(() => ({}));

const keyOf = (userId: string, channelId: string) => unsentKey('messageDraft', userId, channelId, 'reply');

function setReply(userId: string, channelId: string, quote: Quote | undefined): void {
  useReplying.setState({ [channelId]: quote });
  try {
    if (quote) localStorage.setItem(keyOf(userId, channelId), JSON.stringify(quote));
    else localStorage.removeItem(keyOf(userId, channelId));
  } catch {
    // Storage is blocked or full: the choice lasts until the page is closed.
  }
}

export const beginReply = (userId: string, message: MessageView): void =>
  setReply(userId, message.channelId, quoteOf(message));

export function endReply(userId: string, channelId: string): void {
  if (useReplying.getState()[channelId]) setReply(userId, channelId, undefined);
}

function readReply(userId: string, channelId: string): Quote | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, channelId)) ?? 'null');
    return v.is(quoteSchema, stored) ? stored : undefined;
  } catch {
    // Storage is blocked, or the stored value is malformed: there is nothing to restore.
    return undefined;
  }
}

/** Restores the member's choice of an earlier page. Another member of this browser may have left a different one. */
export const restoreReply = (userId: string, channelId: string): void =>
  useReplying.setState({ [channelId]: readReply(userId, channelId) });
