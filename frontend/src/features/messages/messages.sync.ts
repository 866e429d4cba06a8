import { LiveError } from '../../live/live-error.js';
import { connectionNow } from '../../live/connection.store.js';
import { onConnected, onLive, onSessionEnded, request, startLive } from '../../live/live.js';
import type { ChannelEvent } from './messages.reducer.js';
import { isWhole, openRequest } from './messages.state.js';
import { applyToChannel, channelNow, forgetMessages, setRefusal, turnAway } from './messages.store.js';

/** An own message that was acknowledged is waited for this long before its channel is asked. */
const PACKET_MS = 3_000;
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** How often each open channel is in use. */
const open = new Map<string, number>();
/** The recovery that runs for a channel; at most one. */
const running = new Map<string, symbol>();
const connectedListeners = new Set<() => void>();

const isOpen = (channelId: string) => (open.get(channelId) ?? 0) > 0;
const isLive = () => connectionNow().status === 'live';
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The one path of start-up and recovery: asks `channel:open` for what lies between what is held and what there is,
 * until nothing is missing. Ends when the connection does; the next connect starts it anew.
 */
async function recover(channelId: string): Promise<void> {
  const run = Symbol(channelId);
  running.set(channelId, run);
  const isMine = () => running.get(channelId) === run && isOpen(channelId) && isLive();
  for (let failures = 0; isMine();) {
    const asked = openRequest(channelId, channelNow(channelId));
    try {
      const answer = await request('channel:open', asked);
      if (!isMine()) break;
      setRefusal(channelId);
      const before = channelNow(channelId);
      applyToChannel(channelId, { type: 'opened', asked, answer });
      const after = channelNow(channelId);
      if (isWhole(after)) break;
      if (after.seq > before.seq) failures = 0;
      else await pause(pauseAfter(failures++));
    } catch (error) {
      const wait = waitAfter(error, failures++);
      if (wait === undefined) {
        if (isMine() && error instanceof LiveError) setRefusal(channelId, error.message);
        break;
      }
      await pause(wait);
    }
  }
  if (running.get(channelId) === run) running.delete(channelId);
}

const pauseAfter = (failures: number) => Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** failures);

/** How long to wait before asking again; undefined where the server will not have it. */
function waitAfter(error: unknown, failures: number): number | undefined {
  if (!(error instanceof LiveError)) throw error;
  if (error.isUnanswered) return pauseAfter(failures);
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return error.code === 'unavailable' || error.code === 'internal_error' ? pauseAfter(failures) : undefined;
}

/** Asks for what a channel misses, unless that is under way. */
function ask(channelId: string): void {
  if (isOpen(channelId) && isLive() && !running.has(channelId)) void recover(channelId);
}

/** Subscribes to a channel and keeps it whole until the answered function is called. */
export function openChannel(channelId: string): () => void {
  open.set(channelId, (open.get(channelId) ?? 0) + 1);
  startLive();
  ask(channelId);
  let closed = false;
  return () => {
    if (closed) return;
    closed = true;
    open.set(channelId, (open.get(channelId) ?? 1) - 1);
    if (!isOpen(channelId)) void leave(channelId);
  };
}

async function leave(channelId: string): Promise<void> {
  open.delete(channelId);
  running.delete(channelId);
  turnAway(channelId);
  try {
    if (isLive()) await request('channel:close', { channelId });
  } catch (error) {
    // A room that could not be left is left with the connection.
    if (!(error instanceof LiveError)) throw error;
  }
}

/** Goes from wherever one is in a channel to its latest messages. */
export function openLatest(channelId: string): void {
  applyToChannel(channelId, { type: 'forsaken' });
  ask(channelId);
}

/** An own message is stored: its packet should follow; if it does not, the channel is asked. */
export function expectPacket(channelId: string, seq: number): void {
  if (channelNow(channelId).seq >= seq) return;
  setTimeout(() => {
    if (channelNow(channelId).seq < seq) ask(channelId);
  }, PACKET_MS);
}

/** Called on each connect, after all open channels have been asked for. */
export function onResumed(listener: () => void): void {
  connectedListeners.add(listener);
}

/** Lets a live event happen to its channel, and asks for what it shows to be missing. */
function hear(channelId: string, event: ChannelEvent): void {
  if (!isOpen(channelId)) return;
  applyToChannel(channelId, event);
  if (!isWhole(channelNow(channelId))) ask(channelId);
}

onLive('messages:created', ({ channelId, messages }) => hear(channelId, { type: 'created', messages }));
onLive('message:edited', (message) => hear(message.channelId, { type: 'edited', message }));
onLive('message:deleted', ({ channelId, seq, rev }) =>
  hear(channelId, { type: 'deleted', deletion: { seq, rev, at: new Date().toISOString() } }),
);
onConnected(() => {
  for (const channelId of open.keys()) void recover(channelId);
  for (const listener of connectedListeners) listener();
});
onSessionEnded(forgetMessages);
