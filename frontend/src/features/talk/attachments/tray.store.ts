import {
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  ATTACHMENT_RULES,
  type AttachmentTicket,
  type AttachmentView,
} from '@oniverse/contracts';
import { create } from 'zustand';
import { sentenceOf, violationOf } from '../../../api/sentences.js';
import type { Wait } from '../../../objects/with-retries.js';
import { unsentKey } from '../../../session/unsent-texts.js';
import { showToast } from '../../../ui/toast-store.js';
import { type Talk, useLog } from '../log/index.js';
import { ATTACHMENT_TEXTS as TEXTS } from './attachments.texts.js';

export type FileState =
  /** Chosen, and not sent yet. */
  | 'waiting'
  | 'sending'
  /** Its bytes have arrived, and the server has not said that it is ready. */
  | 'processing'
  | 'ready'
  | 'failed'
  /** A reload ended its upload. */
  | 'interrupted';

/** A file of a message that its author writes. */
export interface TrayFile {
  /** Unique in this page. */
  key: string;
  name: string;
  size: number;
  alt: string;
  state: FileState;
  /** Absent if it was chosen before a reload, or in another tab. */
  file?: File | undefined;
  /** Of an upload that an earlier page began. */
  ticket?: AttachmentTicket | undefined;
  /** The address of a picture in this page. */
  preview?: string | undefined;
  /** Of the upload, once its bytes have arrived. */
  id?: string | undefined;
  /** How much was sent, from 0 to 1. */
  fraction?: number | undefined;
  /** What the next attempt waits for. */
  wait?: Wait | null | undefined;
  /** Why it failed, in the words of the server. */
  reason?: string | undefined;
  /** What its message will show; of a file that is ready. */
  view?: AttachmentView | undefined;
}

export interface Tray {
  talk: Talk;
  files: readonly TrayFile[];
  /** The text that is sent when the files are ready; undefined unless its author asked for it. */
  armedText?: string | undefined;
}

export type Trays = Readonly<Record<string, Tray>>;

/** The trays of the talks whose field was opened in this page, by their keys in storage. */
export const useTrays = create<{ trays: Trays }>(() => ({ trays: {} }));

const NO_FILES: readonly TrayFile[] = [];

export const trayKey = ({ userId, talkId }: Talk): string => unsentKey('attachments', userId, talkId);

export const findTray = (talk: Talk): Tray | undefined => useTrays.getState().trays[trayKey(talk)];

/** Returns the files of a talk as they show. */
export const useTrayFiles = (talk: Talk): readonly TrayFile[] =>
  useTrays(({ trays }) => trays[trayKey(talk)]?.files ?? NO_FILES);

/** Whether a file keeps its message from being sent until its author does something. */
export const isStopped = ({ state }: TrayFile): boolean => state === 'failed' || state === 'interrupted';

export const setTrays = (change: (trays: Trays) => Trays): void =>
  useTrays.setState(({ trays }) => ({ trays: change(trays) }));

export const updateTray = (talk: Talk, change: (tray: Tray) => Partial<Tray>): void =>
  setTrays((trays) => {
    const tray = trays[trayKey(talk)] ?? { talk, files: NO_FILES };
    return { ...trays, [trayKey(talk)]: { ...tray, ...change(tray) } };
  });

/** Changes a file, in whichever tray it is by now. */
export const updateFile = (key: string, change: Partial<TrayFile>): void =>
  setTrays((trays) =>
    Object.fromEntries(
      Object.entries(trays).map(([place, tray]) => [
        place,
        tray.files.some((file) => file.key === key)
          ? { ...tray, files: tray.files.map((file) => (file.key === key ? { ...file, ...change } : file)) }
          : tray,
      ]),
    ),
  );

let lastKey = 0;

/** Returns a key that no file of this page has. */
export function newKey(): string {
  lastKey += 1;
  return String(lastKey);
}

/** Returns an address of a picture in this page; undefined for other files. */
export const previewOf = (file: File): string | undefined =>
  file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined;

const newFile = (file: File): TrayFile => ({
  key: newKey(),
  name: file.name,
  size: file.size,
  alt: '',
  state: 'waiting',
  file,
  preview: previewOf(file),
});

/** Returns why the server would refuse a file, or undefined if it would not. */
function refusalOf({ name, size }: File): string | undefined {
  if (size === 0) return sentenceOf(ATTACHMENT_MESSAGES.emptyFile);
  const bytes = ATTACHMENT.maxBytes;
  if (size > bytes) return sentenceOf(ATTACHMENT_MESSAGES.fileTooLarge({ bytes }));
  return violationOf(ATTACHMENT_RULES.name, name);
}

export const tooMany = (): string =>
  sentenceOf(ATTACHMENT_MESSAGES.tooManyAttachments({ max: ATTACHMENT.perItem }));

/** Adds files to the message that a member writes. Those that the server would refuse are left out, with the reason. */
export function addFiles(talk: Talk, added: readonly File[]): void {
  const reasons: string[] = [];
  const accepted = added.filter((file) => {
    const reason = refusalOf(file);
    if (reason !== undefined) reasons.push(TEXTS.refused(file.name, reason));
    return reason === undefined;
  });
  const room = Math.max(0, ATTACHMENT.perItem - (findTray(talk)?.files.length ?? 0));
  if (accepted.length > room) reasons.push(tooMany());
  const files = accepted.slice(0, room).map(newFile);
  if (files.length > 0) updateTray(talk, (tray) => ({ files: [...tray.files, ...files] }));
  if (reasons.length > 0) {
    showToast({ title: TEXTS.notAdded, description: reasons.join(' '), variant: 'destructive' });
  }
}

/** Puts the files of a message that was refused back before those that its author added since. */
export function returnFiles(talk: Talk, views: readonly AttachmentView[]): void {
  if (views.length === 0) return;
  // The server is asked which of them it still has.
  const files = views.map((view): TrayFile => {
    const { id, name, size, alt } = view;
    return { key: newKey(), id, name, size, alt, view, state: 'processing' };
  });
  updateTray(talk, (tray) => ({ files: [...files, ...tray.files] }));
}

/** Lets the message wait for its author again, instead of its files. */
export function disarm(talk: Talk): void {
  if (findTray(talk)?.armedText !== undefined) updateTray(talk, () => ({ armedText: undefined }));
}

/** Returns the trays with those of messages in the threads that have started with them. */
const movedToThreads = (trays: Trays, threads: Readonly<Record<string, string>>): Trays =>
  Object.entries(trays).reduce<Trays>((all, [key, tray]) => {
    const { userId, talkId, startsThread } = tray.talk;
    const threadId = startsThread ? threads[talkId] : undefined;
    if (threadId === undefined) return all;
    const { [key]: _moved, ...others } = all;
    const talk = { userId, talkId: threadId };
    const known = others[trayKey(talk)]?.files ?? NO_FILES;
    return { ...others, [trayKey(talk)]: { ...tray, talk, files: [...known, ...tray.files] } };
  }, trays);

useLog.subscribe(({ threads }, before) => {
  if (threads !== before.threads) setTrays((trays) => movedToThreads(trays, threads));
});

const previewsIn = (trays: Trays): string[] =>
  Object.values(trays).flatMap(({ files }) => files.flatMap(({ preview }) => preview ?? []));

useTrays.subscribe(({ trays }, before) => {
  if (trays === before.trays) return;
  const shown = new Set(previewsIn(trays));
  for (const preview of previewsIn(before.trays)) if (!shown.has(preview)) URL.revokeObjectURL(preview);
});
