import { advanceReadMark, type ChannelView } from '@oniverse/contracts';
import * as v from 'valibot';
import { send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { withRead } from '../dimensions/dimensions.changes.js';

const readMarkSchema = v.object({ channelId: v.string(), serverId: v.string(), seq: v.number() });
export type ReadMark = v.InferOutput<typeof readMarkSchema>;

/** The delay in which read marks of a channel are collected before one is sent. */
const SEND_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 5_000;
const STORAGE_KEY = 'oni-read';

/** The last `seq` read on this page, by channel. It corrects answers that are older than the mark. */
const localMarks = new Map<string, number>();
const unsentMarks = new Map<string, { seq: number; onStored: () => void }>();

async function sendMark(channelId: string): Promise<void> {
  const mark = unsentMarks.get(channelId);
  unsentMarks.delete(channelId);
  if (!mark) return;
  try {
    await send(advanceReadMark, { id: channelId, body: { seq: mark.seq } });
    mark.onStored();
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) {
      // Not retried: the next mark of the channel includes this one.
      console.error('Storing a read mark failed.', error);
      return;
    }
    if (!unsentMarks.has(channelId)) unsentMarks.set(channelId, mark);
    setTimeout(() => void sendMark(channelId), RETRY_DELAY_MS);
  }
}

/** Applies the marks of this page to channels from the server, which may not have stored them yet. */
export const withLocalReadMarks = (channels: readonly ChannelView[]): ChannelView[] =>
  channels.reduce((all, { id }) => withRead(all, id, localMarks.get(id) ?? 0), [...channels]);

/** Stores a read mark on the server, after a short delay, and shares it with the other tabs of this browser. */
export function storeReadMark(mark: ReadMark, onStored: () => void): void {
  const { channelId, seq } = mark;
  const isScheduled = unsentMarks.has(channelId);
  localMarks.set(channelId, Math.max(seq, localMarks.get(channelId) ?? 0));
  unsentMarks.set(channelId, { seq: Math.max(seq, unsentMarks.get(channelId)?.seq ?? 0), onStored });
  if (!isScheduled) setTimeout(() => void sendMark(channelId), SEND_DELAY_MS);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(mark));
  } catch {
    // Storage is blocked: other tabs learn of the mark from the server.
  }
}

function parseReadMark(text: string | null): ReadMark | undefined {
  try {
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return v.is(readMarkSchema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function onReadInOtherTab(listener: (mark: ReadMark) => void): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    const mark = key === STORAGE_KEY ? parseReadMark(newValue) : undefined;
    if (mark) listener(mark);
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
