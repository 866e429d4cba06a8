import { UPLOAD } from '@oniverse/contracts';
import * as v from 'valibot';
import { unsentKey } from '../../../../session/unsent-texts.js';

const draftKeyOf = (userId: string) => unsentKey('pictureDraft', userId);
const sendingKeyOf = (userId: string) => unsentKey('pictureName', userId);
/** An uploaded picture that is not saved yet, with the values of its form. */
const draftSchema = v.object({
  userId: v.string(),
  objectPath: v.string(),
  caption: v.string(),
  boardId: v.string(),
  tags: v.string(),
  /** Time of the upload in epoch ms. The store deletes unsaved uploads after a day. */
  at: v.number(),
});
export type ImageDraft = v.InferOutput<typeof draftSchema>;

export const newDraft = (userId: string, objectPath: string): ImageDraft => ({
  userId,
  objectPath,
  caption: '',
  boardId: '',
  tags: '',
  at: Date.now(),
});

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A stored draft survives a reload of this tab; null removes it. */
export const storeDraft = (userId: string, draft: ImageDraft | null): void =>
  write(draftKeyOf(userId), draft && JSON.stringify(draft));

/** Returns null without a draft, or after its upload has expired. */
export function readDraft(userId: string): ImageDraft | null {
  const text = read(draftKeyOf(userId));
  if (text === null) return null;
  try {
    const draft: unknown = JSON.parse(text);
    const isValid =
      v.is(draftSchema, draft) && draft.userId === userId && Date.now() - draft.at < UPLOAD.unclaimedMs;
    return isValid ? draft : null;
  } catch {
    return null;
  }
}

/** Remembers the file being uploaded; null for none. */
export const storeUploadName = (userId: string, name: string | null): void =>
  write(sendingKeyOf(userId), name);

/** Returns and removes the name of the file that was uploading when the page was left. */
export function takeInterruptedName(userId: string): string | null {
  const name = read(sendingKeyOf(userId));
  storeUploadName(userId, null);
  return name;
}
