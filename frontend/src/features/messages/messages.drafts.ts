import { unsentKey } from '../../session/unsent-texts.js';

const keyOf = (userId: string, channelId: string) => unsentKey('messageDraft', userId, channelId);

export function readDraft(userId: string, channelId: string): string {
  try {
    return localStorage.getItem(keyOf(userId, channelId)) ?? '';
  } catch {
    return '';
  }
}

/** Stores the draft of a channel; an empty text removes it. */
export function storeDraft(userId: string, channelId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(userId, channelId));
    else localStorage.setItem(keyOf(userId, channelId), text);
  } catch {
    // Storage is blocked or full: the draft lasts until the page is closed.
  }
}
