import { create } from 'zustand';
import type { Wait } from '../../../objects/retrying.js';
import { dismissToast, showToast, useToast } from '../../../ui/toast-store.js';
import { ALBUM_TEXTS } from '../album.texts.js';
import {
  type ImageDraft,
  keepDraft,
  newDraft,
  noteSending,
  readDraft,
  takeInterrupted,
} from './kept-draft.js';
import type { Uploader } from './uploader.js';

/** How the one upload stands. */
export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; name: string; part: number | null; wait: Wait | null }
  | { phase: 'failed'; name: string; reason: string }
  | { phase: 'arrived'; draft: ImageDraft; preview: string | null };

const IDLE: UploadState = { phase: 'idle' };

/** The upload; it goes on while one looks at another page. */
export const useUpload = create<{ upload: UploadState }>(() => ({ upload: IDLE }));

let owner = '';
/** How many album pages are there to show what has arrived. */
let attending = 0;
let loading: Promise<Uploader> | undefined;
const now = (): UploadState => useUpload.getState().upload;

/** Asks before the tab is left, on whichever page one is. */
const guard = (event: BeforeUnloadEvent): void => event.preventDefault();

function become(upload: UploadState): void {
  const before = now();
  if (before.phase === 'arrived' && before.preview !== null && upload.phase !== 'arrived') {
    URL.revokeObjectURL(before.preview);
  }
  const isAtStake = upload.phase === 'sending' || upload.phase === 'arrived';
  window[isAtStake ? 'addEventListener' : 'removeEventListener']('beforeunload', guard);
  noteSending(upload.phase === 'sending' ? upload.name : null);
  keepDraft(upload.phase === 'arrived' ? upload.draft : null);
  useUpload.setState({ upload });
}

const complain = (description: string): void =>
  showToast({ title: ALBUM_TEXTS.toasts.uploadFailed, description, variant: 'destructive' });

/** What is tried again has not failed any more. */
function takeBackComplaint(): void {
  const { toast } = useToast.getState();
  if (toast?.title === ALBUM_TEXTS.toasts.uploadFailed) dismissToast(toast.id);
}

function said(message: string): void {
  if (message !== ALBUM_TEXTS.uploads.offline) complain(message);
  else if (now().phase === 'sending') {
    showToast({ title: message, description: ALBUM_TEXTS.uploads.offlineText, variant: 'destructive' });
  }
}

function changeSending(change: { part: number } | { wait: Wait | null }): void {
  const upload = now();
  if (upload.phase === 'sending') useUpload.setState({ upload: { ...upload, ...change } });
}

async function load(): Promise<Uploader> {
  const { createUploader } = await import('./uploader.js');
  return createUploader({
    started: (name) => {
      takeBackComplaint();
      become({ phase: 'sending', name, part: null, wait: null });
    },
    progress: (part) => changeSending({ part }),
    waiting: (wait) => changeSending({ wait }),
    done: (objectPath, file, name) => {
      if (attending === 0) showToast(ALBUM_TEXTS.uploads.arrived);
      const draft = newDraft(owner, objectPath, name);
      become({ phase: 'arrived', draft, preview: URL.createObjectURL(file) });
    },
    failed: (name, reason) => {
      if (now().phase !== 'sending') return;
      become({ phase: 'failed', name, reason });
      complain(`${ALBUM_TEXTS.uploads.failed(name)}: ${reason}`);
    },
    said,
  });
}

/** Runs something with the uploader, which comes in a part of the client of its own. */
async function withUploader(act: (uploader: Uploader) => void): Promise<void> {
  try {
    loading ??= load();
    act(await loading);
  } catch (error) {
    loading = undefined;
    console.error('The uploader could not be loaded.', error);
    complain(ALBUM_TEXTS.unreachable);
  }
}

/** Sends a picture; more than one, or what is no picture, is refused with a word. */
export async function sendPictures(userId: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (now().phase === 'arrived') {
    complain(ALBUM_TEXTS.uploads.noMore);
    return;
  }
  await withUploader((uploader) => {
    // What failed before makes room for what is chosen now.
    if (now().phase === 'failed') uploader.clear();
    owner = userId;
    uploader.add(files);
  });
}

/** Tries a failed upload again. */
export const retryUpload = (): Promise<void> => withUploader((uploader) => uploader.retry());

/** Stops the upload, or lets go of what arrived: nothing is saved of it. */
export async function dropUpload(): Promise<void> {
  become(IDLE);
  if (loading) await withUploader((uploader) => uploader.clear());
}

/** Keeps what was typed for the picture that arrived. */
export function changeDraft(change: Partial<Pick<ImageDraft, 'caption' | 'boardId' | 'tags'>>): void {
  const upload = now();
  if (upload.phase === 'arrived') become({ ...upload, draft: { ...upload.draft, ...change } });
}

/**
 * Shows a member's upload from here on. Takes up what a reload of this tab left behind; another member's is let go.
 * @returns to be called where it is shown no more
 */
export function attendUpload(userId: string): () => void {
  attending += 1;
  resume(userId);
  return () => {
    attending -= 1;
  };
}

function resume(userId: string): void {
  const upload = now();
  if (upload.phase !== 'idle') {
    if (owner !== userId) void dropUpload();
    return;
  }
  const draft = readDraft(userId);
  const interrupted = takeInterrupted();
  owner = userId;
  if (draft) become({ phase: 'arrived', draft, preview: null });
  else if (interrupted !== null) {
    const { title, description } = ALBUM_TEXTS.uploads.interrupted;
    showToast({ title, description: description(interrupted), variant: 'destructive' });
  }
}
