import type { ChannelView } from '@oniverse/contracts';
import { isNumber, isShape, isText } from '../../api/guards.js';
import { http, HttpError } from '../../api/http.js';
import { onSessionEnded } from '../../live/live.js';
import { withRead } from './dimensions.changes.js';

/** How far a channel is read. */
export interface ReadMark {
  channelId: string;
  serverId: string;
  seq: number;
}

/** What is read is told to the server at most this often for each channel. */
const TELL_MS = 1_000;
/** After so long a mark is told again that could not be told. */
const AGAIN_MS = 5_000;
const KEY = 'oni-read';
const isReadMark = isShape<ReadMark>({ channelId: isText, serverId: isText, seq: isNumber });

/** What is read here, by channel: an answer that the server gave before it knew is put right by it. */
const read = new Map<string, number>();
/** What is to be told of a channel, and what is done once it is. */
const waiting = new Map<string, { seq: number; onTold: () => void }>();

async function tell(channelId: string): Promise<void> {
  const mark = waiting.get(channelId);
  waiting.delete(channelId);
  if (!mark) return;
  try {
    await http(`/api/channels/${channelId}/read`, { method: 'PUT', body: { seq: mark.seq } });
    mark.onTold();
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) {
      // The mark is one of many: the next message that is read carries this one along.
      console.error('A read mark could not be kept.', error);
      return;
    }
    // The server is away just now.
    if (!waiting.has(channelId)) waiting.set(channelId, mark);
    setTimeout(() => void tell(channelId), AGAIN_MS);
  }
}

/** Channels as the server has them, and what is read here: the server may not have known of it yet. */
export const withReadHere = (channels: readonly ChannelView[]): ChannelView[] =>
  channels.reduce((all, { id }) => withRead(all, id, read.get(id) ?? 0), [...channels]);

/**
 * Keeps that a channel is read: on the server, and in the other tabs of this browser.
 * @param onTold called once the server knows
 */
export function keepRead(mark: ReadMark, onTold: () => void): void {
  const { channelId, seq } = mark;
  const isOnItsWay = waiting.has(channelId);
  read.set(channelId, Math.max(seq, read.get(channelId) ?? 0));
  waiting.set(channelId, { seq: Math.max(seq, waiting.get(channelId)?.seq ?? 0), onTold });
  if (!isOnItsWay) setTimeout(() => void tell(channelId), TELL_MS);
  try {
    localStorage.setItem(KEY, JSON.stringify(mark));
  } catch {
    // Storage is closed to us: other tabs hear of it from the server.
  }
}

onSessionEnded(() => read.clear());

function markOf(text: string | null): ReadMark | undefined {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isReadMark(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hears what other tabs of this browser read; answers how to stop. */
export function onReadElsewhere(listener: (mark: ReadMark) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    const mark = key === KEY ? markOf(newValue) : undefined;
    if (mark) listener(mark);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
