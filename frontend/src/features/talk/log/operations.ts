import type { MessageView, Quote } from '@oniverse/contracts';

export interface SendProblem {
  message: string;
  /** When to try again, in milliseconds since the epoch. */
  retryAt?: number;
}

/** A pending message: being sent, refused, or stored under a `seq` that the channel has not loaded yet. */
export interface PendingMessage {
  nonce: string;
  channelId: string;
  userId: string;
  content: string;
  /** The message that it answers. */
  replyTo?: Quote | undefined;
  /** The revision of the author's draft that it replaces; 0 for none. */
  draftRev?: number | undefined;
  writtenAt: string;
  state: 'sending' | { storedAs: number } | { failed: SendProblem };
}

/** The pending messages of all channels, in the order of writing. */
export type Outbox = readonly PendingMessage[];

const withState = (outbox: Outbox, nonce: string, state: PendingMessage['state']): Outbox =>
  outbox.map((entry) => (entry.nonce === nonce ? { ...entry, state } : entry));

/** Marks a message as stored. It stays in the outbox until the channel shows it. */
export const markStored = (outbox: Outbox, nonce: string, seq: number): Outbox =>
  withState(outbox, nonce, { storedAs: seq });

export const markFailed = (outbox: Outbox, nonce: string, failed: SendProblem): Outbox =>
  withState(outbox, nonce, { failed });

/** Marks a refused message for another attempt with the same nonce. */
export const markSending = (outbox: Outbox, nonce: string): Outbox => withState(outbox, nonce, 'sending');

/** Moves the messages of one channel to another. */
export const moveTo = (outbox: Outbox, from: string, to: string): Outbox =>
  outbox.map((entry) => (entry.channelId === from ? { ...entry, channelId: to } : entry));

export const discard = (outbox: Outbox, nonce: string): Outbox =>
  outbox.filter((entry) => entry.nonce !== nonce);

export const sendProblemOf = ({ state }: PendingMessage): SendProblem | undefined =>
  typeof state === 'object' && 'failed' in state ? state.failed : undefined;

/** Removes the pending messages that a channel shows. `messages` has no gaps and is ascending by `seq`. */
export function removeShown(outbox: Outbox, channelId: string, messages: readonly MessageView[]): Outbox {
  if (!outbox.some((entry) => entry.channelId === channelId)) return outbox;
  const newest = messages.at(-1)?.seq ?? 0;
  const shown = new Set(messages.map(({ userId, nonce }) => `${userId} ${nonce}`));
  const isShown = ({ userId, nonce, state }: PendingMessage) =>
    shown.has(`${userId} ${nonce}`) ||
    (typeof state === 'object' && 'storedAs' in state && state.storedAs <= newest);
  const remaining = outbox.filter((entry) => entry.channelId !== channelId || !isShown(entry));
  return remaining.length === outbox.length ? outbox : remaining;
}

export const nextToSend = (outbox: Outbox, channelId: string, author: string): PendingMessage | undefined =>
  outbox.find(
    (entry) => entry.channelId === channelId && entry.userId === author && entry.state === 'sending',
  );

/** Whether a channel has messages that are being sent, or stored but not loaded yet. */
export const hasPending = (outbox: Outbox, channelId: string): boolean =>
  outbox.some((entry) => entry.channelId === channelId && sendProblemOf(entry) === undefined);
