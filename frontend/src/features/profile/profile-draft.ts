import { isShape, isText } from '../../api/guards.js';

/** A text that was begun and not saved, and the saved text that it was begun from. */
export interface ProfileDraft {
  text: string;
  base: string;
}

const isDraft = isShape<ProfileDraft>({ text: isText, base: isText });
const keyOf = (userId: string) => `oni-profile-draft:${userId}`;

/** The draft of a member's page that this browser keeps, over reloads. */
export function readProfileDraft(userId: string): ProfileDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft; one that is as its base is forgotten. */
export function keepProfileDraft(userId: string, { text, base }: ProfileDraft): void {
  try {
    if (text === base) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify({ text, base } satisfies ProfileDraft));
  } catch {
    // Storage is closed to us or full: the draft lives as long as the page.
  }
}

/** Forgets the draft. */
export function forgetProfileDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Storage is closed to us: nothing was kept.
  }
}
