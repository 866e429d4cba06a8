import { isNumber, isShape, isText } from '../../api/guards.js';

/** A text that was begun and not saved, and the saved text that it was begun from. */
export interface ProfileDraft {
  text: string;
  base: string;
}

/** A draft as it is stored: in ms when, so that the latest one is found. */
interface StoredDraft extends ProfileDraft {
  at: number;
}

const TAB = 'oni-tab';
const isDraft = isShape<StoredDraft>({ text: isText, base: isText, at: isNumber });
const prefixOf = (userId: string) => `oni-profile-draft:${userId}:`;

/** What this tab is called, over reloads: each tab has a draft of its own, so that none writes over another's. */
function tabName(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const name = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB, name);
  return name;
}

const keyOf = (userId: string) => prefixOf(userId) + tabName();

function readAt(key: string): StoredDraft | undefined {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  return isDraft(kept) ? kept : undefined;
}

/** The drafts of a member in this browser: this tab's first, then the others', the latest first. */
function draftsOf(userId: string): { key: string; draft: StoredDraft }[] {
  const own = keyOf(userId);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(userId)))
    .flatMap((key) => {
      const draft = readAt(key);
      return draft ? [{ key, draft }] : [];
    })
    .toSorted((a, b) => Number(b.key === own) - Number(a.key === own) || b.draft.at - a.draft.at);
}

/** The draft of a member's page that this tab keeps, over reloads; without one, the latest that another left behind. */
export function readProfileDraft(userId: string): ProfileDraft | undefined {
  try {
    const kept = draftsOf(userId)[0]?.draft;
    return kept && { text: kept.text, base: kept.base };
  } catch {
    return undefined;
  }
}

/** Keeps this tab's draft; one that is as its base is forgotten. */
export function keepProfileDraft(userId: string, { text, base }: ProfileDraft): void {
  try {
    if (text === base) localStorage.removeItem(keyOf(userId));
    else
      localStorage.setItem(
        keyOf(userId),
        JSON.stringify({ text, base, at: Date.now() } satisfies StoredDraft),
      );
  } catch {
    // Storage is closed to us or full: the draft lives as long as the page.
  }
}

/**
 * Forgets this tab's draft.
 * @param opened the draft that the writing began with: where another tab had left it, it goes too
 */
export function forgetProfileDraft(userId: string, opened?: ProfileDraft): void {
  try {
    for (const { key, draft } of draftsOf(userId)) {
      const isOpened = draft.text === opened?.text && draft.base === opened.base;
      if (key === keyOf(userId) || isOpened) localStorage.removeItem(key);
    }
  } catch {
    // Storage is closed to us: nothing was kept.
  }
}
