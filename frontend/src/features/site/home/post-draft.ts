import { LIMITS } from '@oniverse/contracts';
import * as v from 'valibot';
import { unsentKey } from '../../../session/unsent-texts.js';

const draftSchema = v.object({
  title: v.string(),
  markdownContent: v.string(),
  tags: v.array(v.string()),
  isPublic: v.boolean(),
});
export type PostDraft = v.InferOutput<typeof draftSchema>;

export const EMPTY_DRAFT: PostDraft = { title: '', markdownContent: '', tags: [], isPublic: true };

const keyOf = (userId: string) => unsentKey('postDraft', userId);

export function readPostDraft(userId: string): PostDraft {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return v.is(draftSchema, draft) ? draft : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Removes the stored draft if `draft` is empty. */
export function storePostDraft(userId: string, draft: PostDraft): void {
  try {
    const { title, markdownContent, tags } = draft;
    if (title === '' && markdownContent === '' && tags.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

/** Adds a tag in the open composer, whose form is the draft as long as it is open. */
let addToOpen: ((tag: string) => void) | undefined;

/** @returns a function that ends it */
export function openDraft(addTag: (tag: string) => void): () => void {
  addToOpen = addTag;
  return () => {
    if (addToOpen === addTag) addToOpen = undefined;
  };
}

/** Adds a tag to the draft, if it has room: in the open composer, or for the next one. */
export function addTagToDraft(userId: string, tag: string): void {
  if (addToOpen) {
    addToOpen(tag);
    return;
  }
  const draft = readPostDraft(userId);
  if (draft.tags.includes(tag) || draft.tags.length >= LIMITS.tagsPerItem) return;
  storePostDraft(userId, { ...draft, tags: [...draft.tags, tag] });
}
