import { LIMITS, UPLOAD } from '@oniverse/contracts';
import { isNumber, isShape, isText } from '../../../api/guards.js';

/** A picture that has arrived and is not saved yet, with what was typed for it. */
export interface ImageDraft {
  /** Whose it is. */
  userId: string;
  objectPath: string;
  /** After the file; empty where that had no name. */
  title: string;
  caption: string;
  /** Empty for none. */
  boardId: string;
  tags: string;
  /** When it arrived, in milliseconds of the epoch: the store forgets after a day what nobody saved. */
  at: number;
}

const DRAFT_KEY = 'oni-image-draft';
const SENDING_KEY = 'oni-image-sending';
const isDraft = isShape<ImageDraft>({
  userId: isText,
  objectPath: isText,
  title: isText,
  caption: isText,
  boardId: isText,
  tags: isText,
  at: isNumber,
});

/** What a picture is called until somebody says otherwise: its file's name without the extension. */
const titleOf = (filename: string): string =>
  Array.from(filename.replace(/\.[^.]*$/u, '').trim())
    .slice(0, LIMITS.title.max)
    .join('');

/** A picture that has just arrived. */
export const newDraft = (userId: string, objectPath: string, filename: string): ImageDraft => ({
  userId,
  objectPath,
  title: titleOf(filename),
  caption: '',
  boardId: '',
  tags: '',
  at: Date.now(),
});

function keep(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is closed to us: it lives as long as the page.
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a draft over a reload of this tab; null forgets it. */
export const keepDraft = (draft: ImageDraft | null): void => keep(DRAFT_KEY, draft && JSON.stringify(draft));

/** The draft that this tab kept for a member, as long as the store has its picture. */
export function readDraft(userId: string): ImageDraft | null {
  const text = read(DRAFT_KEY);
  if (text === null) return null;
  try {
    const draft: unknown = JSON.parse(text);
    const isLeft = isDraft(draft) && draft.userId === userId && Date.now() - draft.at < UPLOAD.unclaimedMs;
    return isLeft ? draft : null;
  } catch {
    return null;
  }
}

/** Notes that a picture is on its way, or that none is. */
export const noteSending = (name: string | null): void => keep(SENDING_KEY, name);

/** The picture that was on its way when this tab was left; told once. */
export function takeInterrupted(): string | null {
  const name = read(SENDING_KEY);
  noteSending(null);
  return name;
}
