import { create } from 'zustand';
import type { Wait } from '../../../../objects/with-retries.js';
import { NO_ANSWER } from '../../../../api/http.texts.js';
import { hasPageEnded } from '../../../../session/page-end.js';
import { dismissToast, showToast, useToast } from '../../../../ui/toast-store.js';
import { ALBUM_TEXTS } from '../album.texts.js';
import {
  type ImageDraft,
  storeDraft,
  newDraft,
  storeUploadName,
  readDraft,
  takeInterruptedName,
} from './draft-storage.js';
import type { Uploader } from './uploader.js';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; name: string; fraction: number | null; wait: Wait | null }
  | { phase: 'failed'; name: string; reason: string }
  | { phase: 'arrived'; draft: ImageDraft; preview: string | null };

const IDLE: UploadState = { phase: 'idle' };

/** The upload continues on other pages. */
export const useUpload = create<{ upload: UploadState }>(() => ({ upload: IDLE }));

let owner = '';
let albumPages = 0;
let uploaderPromise: Promise<Uploader> | undefined;
const currentUpload = (): UploadState => useUpload.getState().upload;

/** Asks for confirmation before the tab closes, on every page. */
const confirmLeaving = (event: BeforeUnloadEvent): void => {
  if (!hasPageEnded()) event.preventDefault();
};

function transitionTo(upload: UploadState): void {
  const before = currentUpload();
  if (before.phase === 'arrived' && before.preview !== null && upload.phase !== 'arrived') {
    URL.revokeObjectURL(before.preview);
  }
  const isUnsaved = upload.phase === 'sending' || upload.phase === 'arrived';
  window[isUnsaved ? 'addEventListener' : 'removeEventListener']('beforeunload', confirmLeaving);
  storeUploadName(owner, upload.phase === 'sending' ? upload.name : null);
  storeDraft(owner, upload.phase === 'arrived' ? upload.draft : null);
  useUpload.setState({ upload });
}

const showUploadError = (description: string): void =>
  showToast({ title: ALBUM_TEXTS.toasts.uploadFailed, description, variant: 'destructive' });

function dismissUploadError(): void {
  const { toast } = useToast.getState();
  if (toast?.title === ALBUM_TEXTS.toasts.uploadFailed) dismissToast(toast.id);
}

function handleMessage(message: string): void {
  if (message !== ALBUM_TEXTS.uploads.offline) showUploadError(message);
  else if (currentUpload().phase === 'sending') {
    showToast({ title: message, description: ALBUM_TEXTS.uploads.offlineText, variant: 'destructive' });
  }
}

function updateSending(update: { fraction: number } | { wait: Wait | null }): void {
  const upload = currentUpload();
  if (upload.phase === 'sending') useUpload.setState({ upload: { ...upload, ...update } });
}

async function loadUploader(): Promise<Uploader> {
  const { createUploader } = await import('./uploader.js');
  return createUploader({
    started: (name) => {
      dismissUploadError();
      transitionTo({ phase: 'sending', name, fraction: null, wait: null });
    },
    progress: (fraction) => updateSending({ fraction }),
    waiting: (wait) => updateSending({ wait }),
    done: (objectPath, file) => {
      if (albumPages === 0) showToast(ALBUM_TEXTS.uploads.arrived);
      const draft = newDraft(owner, objectPath);
      transitionTo({ phase: 'arrived', draft, preview: URL.createObjectURL(file) });
    },
    failed: (name, reason) => {
      if (currentUpload().phase !== 'sending') return;
      transitionTo({ phase: 'failed', name, reason });
      showUploadError(`${ALBUM_TEXTS.uploads.failed(name)}: ${reason}`);
    },
    message: handleMessage,
  });
}

async function withUploader(act: (uploader: Uploader) => void): Promise<void> {
  try {
    uploaderPromise ??= loadUploader();
    act(await uploaderPromise);
  } catch (error) {
    uploaderPromise = undefined;
    console.error('Loading the uploader failed.', error);
    showUploadError(NO_ANSWER);
  }
}

/** Accepts one picture; shows an error for several files or another type. */
export async function sendPictures(userId: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  if (currentUpload().phase === 'arrived') {
    showUploadError(ALBUM_TEXTS.uploads.noMore);
    return;
  }
  await withUploader((uploader) => {
    if (currentUpload().phase === 'failed') uploader.clear();
    owner = userId;
    uploader.add(files);
  });
}

export const retryUpload = (): Promise<void> => withUploader((uploader) => uploader.retry());

/** Cancels the upload, or discards an uploaded picture. */
export async function discardUpload(): Promise<void> {
  transitionTo(IDLE);
  if (uploaderPromise) await withUploader((uploader) => uploader.clear());
}

export function updateDraft(update: Partial<Pick<ImageDraft, 'caption' | 'boardId' | 'tags'>>): void {
  const upload = currentUpload();
  if (upload.phase === 'arrived') transitionTo({ ...upload, draft: { ...upload.draft, ...update } });
}

/**
 * Also restores the member's draft after a reload of the tab.
 * @returns a function that unregisters the page
 */
export function registerAlbumPage(userId: string): () => void {
  albumPages += 1;
  restoreUpload(userId);
  return () => {
    albumPages -= 1;
  };
}

function restoreUpload(userId: string): void {
  const upload = currentUpload();
  if (upload.phase !== 'idle') return;
  const draft = readDraft(userId);
  const interrupted = takeInterruptedName(userId);
  owner = userId;
  if (draft) transitionTo({ phase: 'arrived', draft, preview: null });
  else if (interrupted !== null) {
    const { title, description } = ALBUM_TEXTS.uploads.interrupted;
    showToast({ title, description: description(interrupted), variant: 'destructive' });
  }
}
