import {
  ATTACHMENT_MESSAGES,
  LIMITS,
  listUploadedAttachments,
  type UploadedAttachment,
} from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { sentenceOf } from '../../../api/sentences.js';
import { onConnected, onLive } from '../../../live/live.js';
import { uploadMessageOf } from '../../../objects/upload-problems.js';
import { withRetries } from '../../../objects/with-retries.js';
import { hasPageEnded } from '../../../session/page-end.js';
import { withMoved } from '../../../ui/order-handle.js';
import { discardUpload } from './discard-upload.js';
import { listBegunFiles, sendFile } from './send-file.js';
import {
  findTray,
  previewOf,
  type Tray,
  type TrayFile,
  type TrayPlace,
  updateFile,
  updateTray,
  useTrays,
} from './tray.store.js';

/** The number of files that are sent at the same time. */
const PARALLEL = 3;

/** The files that are being sent, by key. */
const sending = new Map<string, AbortController>();
/** The unready uploads that the server was asked for since the last connect. A hint follows when they are ready. */
const asked = new Set<string>();

const trays = (): Tray[] => Object.values(useTrays.getState().trays);
const allFiles = (): TrayFile[] => trays().flatMap(({ files }) => files);

const removeFrom = (place: TrayPlace, key: string): void =>
  updateTray(place, ({ files }) => ({ files: files.filter((file) => file.key !== key) }));

async function transfer(place: TrayPlace, { key, ticket }: TrayFile, file: File): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  sending.set(key, leaving);
  updateFile(key, { state: 'sending', fraction: 0, reason: undefined, ticket: undefined });
  try {
    const id = await sendFile(place, file, {
      ticket,
      signal,
      onProgress: (fraction) => updateFile(key, { fraction }),
      onWait: (wait) => updateFile(key, { wait }),
    });
    if (signal.aborted) return void discardUpload(id);
    sending.delete(key);
    updateFile(key, { state: 'processing', id });
  } catch (error) {
    if (signal.aborted) return;
    sending.delete(key);
    updateFile(key, { state: 'failed', wait: null, reason: uploadMessageOf(error) });
  }
}

/** Applies what the server has of an upload; undefined if it has none. */
function applyUploaded({ key, file }: TrayFile, uploaded: UploadedAttachment | undefined): void {
  const { attachment = null } = uploaded ?? {};
  // Its hint follows, or was faster than the answer.
  if (uploaded?.isUploaded && !attachment) return;
  if (attachment) updateFile(key, { state: 'ready', view: attachment });
  else if (file) {
    const reason = sentenceOf(ATTACHMENT_MESSAGES.attachmentGone);
    updateFile(key, { state: 'failed', id: undefined, view: undefined, reason });
  } else {
    for (const { place, files } of trays()) {
      if (files.some((one) => one.key === key)) removeFrom(place, key);
    }
  }
}

/** Asks the server for the state of uploads. It answers for those that nothing has claimed. */
async function ask(all: readonly string[]): Promise<void> {
  if (all.length === 0) return;
  const ids = all.slice(0, LIMITS.page.max);
  void ask(all.slice(ids.length));
  for (const id of ids) asked.add(id);
  try {
    const answer = await withRetries(async () => send(listUploadedAttachments, { query: { ids } }));
    const byId = new Map(answer.map((uploaded) => [uploaded.id, uploaded]));
    for (const file of allFiles()) {
      if (file.id !== undefined && ids.includes(file.id)) applyUploaded(file, byId.get(file.id));
    }
  } catch (error) {
    // They are asked for again on the next connect.
    console.error('Loading the state of uploads failed.', error);
  }
}

const idsOf = (files: readonly TrayFile[]): string[] => files.flatMap(({ id }) => id ?? []);

/** Checks that the server still has the ready files of a tray, and drops the others. */
export const checkReady = (place: TrayPlace): void =>
  void ask(
    idsOf((findTray(place)?.files ?? []).filter(({ state, isStored }) => state === 'ready' && !isStored)),
  );

/** Asks for confirmation before the tab closes, on every page. */
const confirmLeaving = (event: BeforeUnloadEvent): void => {
  if (!hasPageEnded()) event.preventDefault();
};

/** Does what the trays call for: ends uploads that are not wanted, and begins others. */
function advance(): void {
  const files = allFiles();
  const wanted = new Set(files.flatMap(({ key, state }) => (state === 'sending' ? [key] : [])));
  for (const [key, leaving] of sending) {
    if (wanted.has(key)) continue;
    sending.delete(key);
    leaving.abort();
  }
  for (const { place, files: waiting } of trays()) {
    for (const file of waiting) {
      // Each one that begins changes the trays, which leads here again.
      if (sending.size >= PARALLEL) break;
      if (file.state === 'waiting' && file.file && !sending.has(file.key))
        void transfer(place, file, file.file);
    }
  }
  window[sending.size > 0 ? 'addEventListener' : 'removeEventListener']('beforeunload', confirmLeaving);
  const unready = idsOf(allFiles().filter(({ state }) => state === 'processing'));
  for (const id of asked) if (!unready.includes(id)) asked.delete(id);
  void ask(unready.filter((id) => !asked.has(id)));
}

useTrays.subscribe(advance);
onLive('attachment:ready', (view) => {
  const file = allFiles().find(({ id }) => id === view.id);
  if (file) updateFile(file.key, { state: 'ready', view });
});
onConnected(() => {
  asked.clear();
  advance();
});
advance();

/** Goes on with the uploads of a tray that a reload ended, as far as this browser kept their files. */
export async function resumeInterrupted(place: TrayPlace): Promise<void> {
  const interrupted = (findTray(place)?.files ?? []).filter(({ state }) => state === 'interrupted');
  if (interrupted.length === 0) return;
  const begun = await listBegunFiles(place);
  for (const { key, name, size } of interrupted) {
    const index = begun.findIndex(({ file }) => file.name === name && file.size === size);
    const [found] = index === -1 ? [] : begun.splice(index, 1);
    if (!found) continue;
    const { file, ticket } = found;
    updateFile(key, { state: 'waiting', file, ticket, preview: previewOf(file) });
  }
}

/** Takes a file out of its tray, and ends its upload. A file of a stored post ends when the post is saved. */
export function removeFile(place: TrayPlace, { key, id, isStored }: TrayFile): void {
  removeFrom(place, key);
  if (id !== undefined && !isStored) void discardUpload(id);
}

/** Sends a file again that failed. */
export const retryFile = ({ key }: TrayFile): void =>
  updateFile(key, { state: 'waiting', reason: undefined, wait: null });

/** Moves a file to another position in its tray. @param to from 0; kept within the list */
export const moveFile = (place: TrayPlace, key: string, to: number): void =>
  updateTray(place, ({ files }) => {
    const from = files.findIndex((file) => file.key === key);
    return { files: withMoved(files, from, Math.min(files.length - 1, Math.max(0, to))) };
  });
