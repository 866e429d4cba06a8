import * as v from 'valibot';
import { unsentKey } from './unsent-texts.js';

/** An unsaved text and the saved text it is based on. */
export interface EditDraft {
  text: string;
  base: string;
}

const TAB_KEY = 'oni-tab';
/** `at` is the last change in epoch ms. */
const draftSchema = v.object({ text: v.string(), base: v.string(), at: v.number() });
type StoredDraft = v.InferOutput<typeof draftSchema>;

/** Where the drafts of a member's edit of a thing are stored: the beginning of their keys. */
export const editPlace = (userId: string, thing: string): string => unsentKey('edit', userId, thing, '');

/** Survives reloads. Each tab has its own draft, so that tabs do not overwrite each other. */
function getTabName(): string {
  const existing = sessionStorage.getItem(TAB_KEY);
  if (existing !== null) return existing;
  const name = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB_KEY, name);
  return name;
}

const keyOf = (place: string) => place + getTabName();

function readDraftAt(key: string): StoredDraft | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  return v.is(draftSchema, stored) ? stored : undefined;
}

/** This tab's draft first, then others, latest first. */
function draftsAt(place: string): { key: string; draft: StoredDraft }[] {
  const own = keyOf(place);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(place))
    .flatMap((key) => {
      const draft = readDraftAt(key);
      return draft ? [{ key, draft }] : [];
    })
    .toSorted((a, b) => Number(b.key === own) - Number(a.key === own) || b.draft.at - a.draft.at);
}

/** Falls back to the latest draft of another tab. */
export function readEdit(place: string): EditDraft | undefined {
  try {
    const stored = draftsAt(place)[0]?.draft;
    return stored && { text: stored.text, base: stored.base };
  } catch {
    return undefined;
  }
}

/** Removes a draft without changes. */
export function storeEdit(place: string, { text, base }: EditDraft): void {
  try {
    if (text === base) localStorage.removeItem(keyOf(place));
    else
      localStorage.setItem(
        keyOf(place),
        JSON.stringify({ text, base, at: Date.now() } satisfies StoredDraft),
      );
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

/** @param opened the opened draft, also removed if it came from another tab */
export function deleteEdit(place: string, opened?: EditDraft): void {
  try {
    for (const { key, draft } of draftsAt(place)) {
      const isOpened = draft.text === opened?.text && draft.base === opened.base;
      if (key === keyOf(place) || isOpened) localStorage.removeItem(key);
    }
  } catch {}
}
