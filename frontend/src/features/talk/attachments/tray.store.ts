import {
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  ATTACHMENT_RULES,
  type AttachmentRef,
  type AttachmentTicket,
  type AttachmentView,
  readField,
} from '@oniverse/contracts';
import { create } from 'zustand';
import { HttpError } from '../../../api/http.js';
import { sentenceOf, violationOf } from '../../../api/sentences.js';
import type { Wait } from '../../../objects/with-retries.js';
import { unsentKey } from '../../../session/unsent-texts.js';
import { showToast } from '../../../ui/toast-store.js';
import { ATTACHMENT_TEXTS as TEXTS } from './attachments.texts.js';
import { discardUpload } from './discard-upload.js';

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

/** Where a member adds files: a talk, a new post, the edit of a post, or a reply. */
export interface TrayPlace {
  userId: string;
  /** Unique among the places of the member. */
  placeId: string;
}

/** A file of a message, post or reply that its author writes. */
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
  /** What its readers will see; of a file that is ready. */
  view?: AttachmentView | undefined;
  /** Whether the edited post has it, so that it is no upload any longer. */
  isStored?: boolean | undefined;
}

/** The draft of a message that is sent when its files are ready. */
interface ArmedDraft {
  text: string;
  startsThread: boolean | undefined;
}

export interface Tray {
  place: TrayPlace;
  files: readonly TrayFile[];
  /** Undefined unless the author of a message has sent it before its files were ready. */
  armed?: ArmedDraft | undefined;
}

export type Trays = Readonly<Record<string, Tray>>;

/** The trays of the places that were opened in this page, by their keys in storage. */
export const useTrays = create<{ trays: Trays }>(() => ({ trays: {} }));

const NO_FILES: readonly TrayFile[] = [];

export const trayKey = ({ userId, placeId }: TrayPlace): string => unsentKey('attachments', userId, placeId);

export const findTray = (place: TrayPlace): Tray | undefined => useTrays.getState().trays[trayKey(place)];

/** Returns the files of a place as they show. */
export const useTrayFiles = (place: TrayPlace): readonly TrayFile[] =>
  useTrays(({ trays }) => trays[trayKey(place)]?.files ?? NO_FILES);

/** Whether a file keeps its text from being sent until its author does something. */
export const isStopped = ({ state }: TrayFile): boolean => state === 'failed' || state === 'interrupted';

export const setTrays = (change: (trays: Trays) => Trays): void =>
  useTrays.setState(({ trays }) => ({ trays: change(trays) }));

export const updateTray = (place: TrayPlace, change: (tray: Tray) => Partial<Tray>): void =>
  setTrays((trays) => {
    const tray = trays[trayKey(place)] ?? { place, files: NO_FILES };
    return { ...trays, [trayKey(place)]: { ...tray, ...change(tray) } };
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

/** Returns why files keep their text from being sent, in words; undefined if they do not. */
function problemOf(files: readonly TrayFile[]): string | undefined {
  const onTheWay = files.filter((file) => file.state !== 'ready' && !isStopped(file)).length;
  if (onTheWay > 0) return TEXTS.onTheWay(onTheWay);
  if (files.some(isStopped)) return TEXTS.unfinished.description;
  return hasTooMany(files) ? tooMany() : undefined;
}

/** Returns why the files of a place keep its text from being sent, in words; undefined if they do not. */
export const useTrayProblem = (place: TrayPlace): string | undefined =>
  useTrays(({ trays }) => problemOf(trays[trayKey(place)]?.files ?? NO_FILES));

/** Returns the ready files of a place, with what their author wrote about them. */
export const readyFiles = (place: TrayPlace): AttachmentView[] =>
  (findTray(place)?.files ?? NO_FILES).flatMap(({ view, alt }) =>
    view ? [{ ...view, alt: readField(ATTACHMENT_RULES.alt, alt) }] : [],
  );

/** Returns the ready files of a place for a request. */
export const readyRefs = (place: TrayPlace): AttachmentRef[] =>
  readyFiles(place).map(({ id, alt }) => ({ id, alt }));

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

export const hasTooMany = ({ length }: readonly TrayFile[]): boolean => length > ATTACHMENT.perItem;

export const tooMany = (): string =>
  sentenceOf(ATTACHMENT_MESSAGES.tooManyAttachments({ max: ATTACHMENT.perItem }));

/** Adds files to what a member writes. Those that the server would refuse are left out, with the reason. */
export function addFiles(place: TrayPlace, added: readonly File[]): void {
  const reasons: string[] = [];
  const accepted = added.filter((file) => {
    const reason = refusalOf(file);
    if (reason !== undefined) reasons.push(TEXTS.refused(file.name, reason));
    return reason === undefined;
  });
  const room = Math.max(0, ATTACHMENT.perItem - (findTray(place)?.files.length ?? 0));
  if (accepted.length > room) reasons.push(tooMany());
  const files = accepted.slice(0, room).map(newFile);
  if (files.length > 0) updateTray(place, (tray) => ({ files: [...tray.files, ...files] }));
  if (reasons.length > 0) {
    showToast({ title: TEXTS.notAdded, description: reasons.join(' '), variant: 'destructive' });
  }
}

/** Puts the files of a message that was refused back before those that its author added since. */
export function returnFiles(place: TrayPlace, views: readonly AttachmentView[]): void {
  if (views.length === 0) return;
  // The server is asked which of them it still has.
  const files = views.map((view): TrayFile => {
    const { id, name, size, alt } = view;
    return { key: newKey(), id, name, size, alt, view, state: 'processing' };
  });
  updateTray(place, (tray) => ({ files: [...files, ...tray.files] }));
}

/** Takes files out of their tray that were sent. Their author may have added others since. */
export const releaseFiles = (place: TrayPlace, sent: readonly AttachmentRef[]): void =>
  updateTray(place, ({ files }) => ({
    files: files.filter((file) => !sent.some(({ id }) => id === file.id)),
  }));

/** Asks the server whether it still has the ready uploads of a place, if it has refused a request with them. */
export function recheckFiles(place: TrayPlace, error: Error): void {
  if (!(error instanceof HttpError)) return;
  updateTray(place, ({ files }) => ({
    files: files.map((file) =>
      file.state === 'ready' && !file.isStored ? { ...file, state: 'processing' } : file,
    ),
  }));
}

/** Returns a file that a post has, for its edit. */
export const storedFile = (view: AttachmentView): TrayFile => {
  const { id, name, size, alt } = view;
  return { key: newKey(), id, name, size, alt, view, state: 'ready', isStored: true };
};

const isUnchanged = ({ id, alt }: TrayFile, view: AttachmentView | undefined): boolean =>
  id === view?.id && readField(ATTACHMENT_RULES.alt, alt) === view?.alt;

/** Whether the files of an edit differ from those that the post has. */
export function isChangedFrom(tray: Tray | undefined, stored: readonly AttachmentView[]): boolean {
  if (!tray) return false;
  return (
    tray.files.length !== stored.length ||
    !tray.files.every((file, index) => isUnchanged(file, stored[index]))
  );
}

export const useIsTrayChanged = (place: TrayPlace, stored: readonly AttachmentView[]): boolean =>
  useTrays(({ trays }) => isChangedFrom(trays[trayKey(place)], stored));

/** Begins an edit again with the files that the post has now, and those that its author added. */
export const rebaseTray = (place: TrayPlace, stored: readonly AttachmentView[]): void =>
  updateTray(place, ({ files }) => ({
    files: [...stored.map(storedFile), ...files.filter(({ isStored }) => !isStored)],
  }));

export const closeTray = (place: TrayPlace): void =>
  setTrays((trays) => {
    const { [trayKey(place)]: _closed, ...others } = trays;
    return others;
  });

/** Closes a tray, and deletes the uploads that are only there. */
export function discardTray(place: TrayPlace): void {
  const { files } = findTray(place) ?? { files: NO_FILES };
  closeTray(place);
  for (const { id, isStored } of files) if (id !== undefined && !isStored) void discardUpload(id);
}

const previewsIn = (trays: Trays): string[] =>
  Object.values(trays).flatMap(({ files }) => files.flatMap(({ preview }) => preview ?? []));

useTrays.subscribe(({ trays }, before) => {
  if (trays === before.trays) return;
  const shown = new Set(previewsIn(trays));
  for (const preview of previewsIn(before.trays)) if (!shown.has(preview)) URL.revokeObjectURL(preview);
});
