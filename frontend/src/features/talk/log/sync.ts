import { serverNow } from '../../../api/server-clock.js';
import { LiveError } from '../../../live/live-error.js';
import { getConnection } from '../../../live/connection.store.js';
import { onConnected, onLive, request, startLive } from '../../../live/live.js';
import type { ChannelEvent } from './channel.reducer.js';
import { isUpToDate, openRequest } from './channel.js';
import { applyToChannel, getChannel, setRefusal, evictPartialChannel } from './log.store.js';

/** The time to wait for the packet of an acknowledged message, before the channel is queried. */
const PACKET_TIMEOUT_MS = 3_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5_000;

const openCounts = new Map<string, number>();
const recoveries = new Map<string, symbol>();
const resumeListeners = new Set<() => void>();

const isOpen = (channelId: string) => (openCounts.get(channelId) ?? 0) > 0;
const isLive = () => getConnection().status === 'live';
const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Requests `channel:open` until nothing is missing, both at the start and after a gap. Stops when the connection is
 * lost; the next connect starts it again.
 */
async function recover(channelId: string): Promise<void> {
  const recovery = Symbol(channelId);
  recoveries.set(channelId, recovery);
  const isCurrent = () => recoveries.get(channelId) === recovery && isOpen(channelId) && isLive();
  for (let failures = 0; isCurrent();) {
    const openingRequest = openRequest(channelId, getChannel(channelId));
    try {
      const answer = await request('channel:open', openingRequest);
      if (!isCurrent()) break;
      setRefusal(channelId);
      const before = getChannel(channelId);
      applyToChannel(channelId, { type: 'opened', request: openingRequest, answer });
      const after = getChannel(channelId);
      if (isUpToDate(after)) break;
      if (after.seq > before.seq) failures = 0;
      else await sleep(backoffMs(failures++));
    } catch (error) {
      const delayMs = retryDelayMs(error, failures++);
      if (delayMs === undefined) {
        if (isCurrent() && error instanceof LiveError) setRefusal(channelId, error.message);
        break;
      }
      await sleep(delayMs);
    }
  }
  if (recoveries.get(channelId) === recovery) recoveries.delete(channelId);
}

const backoffMs = (failures: number) => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);

/** Returns the delay before a retry in milliseconds, or undefined if a retry cannot succeed. */
function retryDelayMs(error: unknown, failures: number): number | undefined {
  if (!(error instanceof LiveError)) throw error;
  if (error.isUnanswered) return backoffMs(failures);
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return error.code === 'unavailable' || error.code === 'internal_error' ? backoffMs(failures) : undefined;
}

function startRecovery(channelId: string): void {
  if (isOpen(channelId) && isLive() && !recoveries.has(channelId)) void recover(channelId);
}

/** Whether the channel is open, and nothing of it is missing. */
export const isFollowed = (channelId: string): boolean =>
  isOpen(channelId) && isLive() && !recoveries.has(channelId) && isUpToDate(getChannel(channelId));

/** Subscribes to a channel and keeps it up to date. Returns the function that closes it. */
export function openChannel(channelId: string): () => void {
  openCounts.set(channelId, (openCounts.get(channelId) ?? 0) + 1);
  startLive();
  startRecovery(channelId);
  let isClosed = false;
  return () => {
    if (isClosed) return;
    isClosed = true;
    openCounts.set(channelId, (openCounts.get(channelId) ?? 1) - 1);
    if (!isOpen(channelId)) void closeChannel(channelId);
  };
}

async function closeChannel(channelId: string): Promise<void> {
  openCounts.delete(channelId);
  recoveries.delete(channelId);
  evictPartialChannel(channelId);
  try {
    if (isLive()) await request('channel:close', { channelId });
  } catch (error) {
    // If leaving the room fails, the server removes the socket from it on disconnect.
    if (!(error instanceof LiveError)) throw error;
  }
}

export function openLatest(channelId: string): void {
  applyToChannel(channelId, { type: 'invalidated' });
  startRecovery(channelId);
}

/** Queries the channel if the packet of an acknowledged message does not arrive. */
export function expectPacket(channelId: string, seq: number): void {
  if (getChannel(channelId).seq >= seq) return;
  setTimeout(() => {
    if (getChannel(channelId).seq < seq) startRecovery(channelId);
  }, PACKET_TIMEOUT_MS);
}

/** Calls `listener` on each connect, after the recovery of all open channels has started. */
export function onResumed(listener: () => void): void {
  resumeListeners.add(listener);
}

/** Applies a live event to its channel and requests anything that it reveals as missing. */
function applyLiveEvent(channelId: string, event: ChannelEvent): void {
  if (!isOpen(channelId)) return;
  applyToChannel(channelId, event);
  if (!isUpToDate(getChannel(channelId))) startRecovery(channelId);
}

onLive('messages:created', ({ channelId, messages }) =>
  applyLiveEvent(channelId, { type: 'created', messages }),
);
onLive('message:edited', (message) => applyLiveEvent(message.channelId, { type: 'edited', message }));
onLive('message:deleted', ({ channelId, seq, rev, thread }) =>
  applyLiveEvent(channelId, {
    type: 'deleted',
    deletion: { seq, rev, at: new Date(serverNow()).toISOString(), ...(thread && { thread }) },
  }),
);
onLive('author:removed', (author) => applyLiveEvent(author.channelId, { type: 'authorRemoved', author }));
onLive('reactions:own', (own) => applyLiveEvent(own.channelId, { type: 'ownReactions', own }));
onConnected(() => {
  for (const channelId of openCounts.keys()) void recover(channelId);
  for (const listener of resumeListeners) listener();
});
