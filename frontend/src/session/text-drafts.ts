import { unsentKey } from './unsent-texts.js';

const keyOf = (userId: string, place: string) => unsentKey('messageDraft', userId, place);

/** Returns the text that a member began at a place: the id of a channel, post or reply. */
export function readDraft(userId: string, place: string): string {
  try {
    return localStorage.getItem(keyOf(userId, place)) ?? '';
  } catch {
    return '';
  }
}

/** Moves the draft of a place to another one, unless that has its own. */
export function moveDraft(userId: string, from: string, to: string): void {
  const text = readDraft(userId, from);
  if (text === '') return;
  if (readDraft(userId, to) === '') storeDraft(userId, to, text);
  storeDraft(userId, from, '');
}

/** Stores the draft of a place; an empty text removes it. */
export function storeDraft(userId: string, place: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(userId, place));
    else localStorage.setItem(keyOf(userId, place), text);
  } catch {
    // Storage is blocked or full: the draft lasts until the page is closed.
  }
}
