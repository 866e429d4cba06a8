import { isNumber, isShape, isText } from '../../api/guards.js';
import { http, HttpError } from '../../api/http.js';

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

const waiting = new Map<string, number>();

async function tell(channelId: string): Promise<void> {
  const seq = waiting.get(channelId);
  waiting.delete(channelId);
  if (seq === undefined) return;
  try {
    await http(`/api/channels/${channelId}/read`, { method: 'PUT', body: { seq } });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) {
      // The mark is one of many: the next message that is read carries this one along.
      console.error('A read mark could not be kept.', error);
      return;
    }
    // The server is away just now.
    waiting.set(channelId, Math.max(seq, waiting.get(channelId) ?? 0));
    setTimeout(() => void tell(channelId), AGAIN_MS);
  }
}

/** Keeps that a channel is read: on the server, and in the other tabs of this browser. */
export function keepRead(mark: ReadMark): void {
  const { channelId, seq } = mark;
  const isOnItsWay = waiting.has(channelId);
  waiting.set(channelId, Math.max(seq, waiting.get(channelId) ?? 0));
  if (!isOnItsWay) setTimeout(() => void tell(channelId), TELL_MS);
  try {
    localStorage.setItem(KEY, JSON.stringify(mark));
  } catch {
    // Storage is closed to us: other tabs hear of it from the server.
  }
}

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
