import { unsentKey } from './unsent-texts.js';

const keyOf = (userId: string, place: string) => unsentKey('messageDraft', userId, place);

/** Returns the text that a member began at a place: the id of a post or reply. */
export function readDraft(userId: string, place: string): string {
  try {
    return localStorage.getItem(keyOf(userId, place)) ?? '';
  } catch {
    return '';
  }
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
