import * as v from 'valibot';
import { unsentKey } from '../../session/unsent-texts.js';

/** An unsaved text and the saved text it is based on. */
export interface ProfileDraft {
  text: string;
  base: string;
}

const TAB_KEY = 'oni-tab';
/** `at` is the last change in epoch ms. */
const draftSchema = v.object({ text: v.string(), base: v.string(), at: v.number() });
type StoredDraft = v.InferOutput<typeof draftSchema>;
const prefixOf = (userId: string) => unsentKey('profileDraft', userId, '');

/** Survives reloads. Each tab has its own draft, so that tabs do not overwrite each other. */
function getTabName(): string {
  const existing = sessionStorage.getItem(TAB_KEY);
  if (existing !== null) return existing;
  const name = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB_KEY, name);
  return name;
}

const keyOf = (userId: string) => prefixOf(userId) + getTabName();

function readDraftAt(key: string): StoredDraft | undefined {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  return v.is(draftSchema, stored) ? stored : undefined;
}

/** This tab's draft first, then others, latest first. */
function draftsOf(userId: string): { key: string; draft: StoredDraft }[] {
  const own = keyOf(userId);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(userId)))
    .flatMap((key) => {
      const draft = readDraftAt(key);
      return draft ? [{ key, draft }] : [];
    })
    .toSorted((a, b) => Number(b.key === own) - Number(a.key === own) || b.draft.at - a.draft.at);
}

/** Falls back to the latest draft of another tab. */
export function readProfileDraft(userId: string): ProfileDraft | undefined {
  try {
    const stored = draftsOf(userId)[0]?.draft;
    return stored && { text: stored.text, base: stored.base };
  } catch {
    return undefined;
  }
}

/** Removes a draft without changes. */
export function storeProfileDraft(userId: string, { text, base }: ProfileDraft): void {
  try {
    if (text === base) localStorage.removeItem(keyOf(userId));
    else
      localStorage.setItem(
        keyOf(userId),
        JSON.stringify({ text, base, at: Date.now() } satisfies StoredDraft),
      );
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

/** @param opened the opened draft, also removed if it came from another tab */
export function deleteProfileDraft(userId: string, opened?: ProfileDraft): void {
  try {
    for (const { key, draft } of draftsOf(userId)) {
      const isOpened = draft.text === opened?.text && draft.base === opened.base;
      if (key === keyOf(userId) || isOpened) localStorage.removeItem(key);
    }
  } catch {}
}
