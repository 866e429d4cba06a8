import type { MessageView } from '@oniverse/contracts';

/** Why a message was not taken. */
export interface SendProblem {
  message: string;
  /** When it is worth trying again, in milliseconds since 1970. */
  retryAt?: number;
}

/** A message on its way: waiting, refused, or stored (as a `seq`) while it is not among the messages held yet. */
export interface OutboxEntry {
  nonce: string;
  channelId: string;
  userId: string;
  content: string;
  writtenAt: string;
  state: 'sending' | { storedAs: number } | { failed: SendProblem };
}

/** Messages on their way, of all channels, in the order in which they were written. */
export type Outbox = readonly OutboxEntry[];

const withState = (outbox: Outbox, nonce: string, state: OutboxEntry['state']): Outbox =>
  outbox.map((entry) => (entry.nonce === nonce ? { ...entry, state } : entry));

/** The server has it: it stays in view until its message is. */
export const markStored = (outbox: Outbox, nonce: string, seq: number): Outbox =>
  withState(outbox, nonce, { storedAs: seq });

/** The server refused it. */
export const markFailed = (outbox: Outbox, nonce: string, failed: SendProblem): Outbox =>
  withState(outbox, nonce, { failed });

/** It is to be sent again, under the same nonce. */
export const markSending = (outbox: Outbox, nonce: string): Outbox => withState(outbox, nonce, 'sending');

/** It is forgotten. */
export const discard = (outbox: Outbox, nonce: string): Outbox =>
  outbox.filter((entry) => entry.nonce !== nonce);

/** What a failed message says of itself; undefined for one that has not failed. */
export const problemWith = ({ state }: OutboxEntry): SendProblem | undefined =>
  typeof state === 'object' && 'failed' in state ? state.failed : undefined;

/**
 * Removes what a channel's messages show by themselves: no message is shown beside its own echo.
 * @param messages what is held of the channel, without a gap and ascending
 */
export function settle(outbox: Outbox, channelId: string, messages: readonly MessageView[]): Outbox {
  if (!outbox.some((entry) => entry.channelId === channelId)) return outbox;
  const newest = messages.at(-1)?.seq ?? 0;
  const shown = new Set(messages.map(({ userId, nonce }) => `${userId} ${nonce}`));
  const isShown = ({ userId, nonce, state }: OutboxEntry) =>
    shown.has(`${userId} ${nonce}`) ||
    (typeof state === 'object' && 'storedAs' in state && state.storedAs <= newest);
  const left = outbox.filter((entry) => entry.channelId !== channelId || !isShown(entry));
  return left.length === outbox.length ? outbox : left;
}

/** What is to be sent next in a channel. */
export const unsent = (outbox: Outbox, channelId: string): OutboxEntry | undefined =>
  outbox.find((entry) => entry.channelId === channelId && entry.state === 'sending');

/** Whether messages of a channel are on their way, or stored and still missing among those that are held. */
export const isAwaiting = (outbox: Outbox, channelId: string): boolean =>
  outbox.some((entry) => entry.channelId === channelId && problemWith(entry) === undefined);
