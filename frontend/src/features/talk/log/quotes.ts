import { LIMITS, type MessageView, type Quote } from '@oniverse/contracts';
import type { Deletion } from './channel.js';
import { LOG_TEXTS } from './log.texts.js';

/** Returns what a quote shows of a text, as the server does. */
export const excerptOf = (content: string): string => Array.from(content).slice(0, LIMITS.quote.max).join('');

/** Returns the text of a message, or what stands for it where its files are not shown. */
export const messageText = (content: string): string => content || LOG_TEXTS.onlyFiles;

/** Returns what an answer to a message shows, as the server does. */
export const quoteOf = ({ seq, rev, userId, author, content, deletedAt }: MessageView): Quote => ({
  seq,
  rev,
  userId,
  username: author?.username ?? null,
  content: excerptOf(content),
  isDeleted: deletedAt !== null,
});

/** What an answer shows of a message that expired and is no longer stored, as the server says it. */
export const expiredQuote = (seq: number): Quote => ({
  seq,
  rev: LIMITS.seq.max,
  userId: null,
  username: null,
  content: '',
  isDeleted: true,
});

/**
 * Brings the quotes in messages to the newest `rev` that the client knows of each quoted message, loaded or not. Returns
 * the same list if nothing changes.
 * @param firstSeq that of the channel, below which messages expired
 */
export function refreshQuotes(
  messages: readonly MessageView[],
  known: readonly MessageView[],
  deletions: readonly Deletion[],
  firstSeq: number,
): readonly MessageView[] {
  const newest = new Map<number, Quote>();
  const add = (quote: Quote) => {
    if (quote.rev > (newest.get(quote.seq)?.rev ?? 0)) newest.set(quote.seq, quote);
  };
  for (const { replyTo } of messages) if (replyTo) add(replyTo);
  if (newest.size === 0) return messages;
  for (const message of known) if (newest.has(message.seq)) add(quoteOf(message));
  for (const { seq, rev } of deletions) {
    const quote = newest.get(seq);
    if (quote) add({ ...quote, rev, content: '', isDeleted: true });
  }
  for (const seq of newest.keys()) if (seq < firstSeq) add(expiredQuote(seq));
  const isStale = ({ replyTo }: MessageView) =>
    replyTo !== undefined && newest.get(replyTo.seq)?.rev !== replyTo.rev;
  return messages.some(isStale)
    ? messages.map((message) => {
        const quote = message.replyTo && newest.get(message.replyTo.seq);
        return quote && isStale(message) ? { ...message, replyTo: quote } : message;
      })
    : messages;
}
