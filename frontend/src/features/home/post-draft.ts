import { STORAGE_KEYS } from '@oniverse/contracts';
import { isFlag, isListOf, isShape, isText } from '../../api/guards.js';

/** A post that is being written. */
export interface PostDraft {
  title: string;
  markdownContent: string;
  tags: string[];
  isPublic: boolean;
}

export const EMPTY_DRAFT: PostDraft = { title: '', markdownContent: '', tags: [], isPublic: true };

const isDraft = isShape<PostDraft>({
  title: isText,
  markdownContent: isText,
  tags: isListOf(isText),
  isPublic: isFlag,
});
const keyOf = (userId: string) => `${STORAGE_KEYS.postDraft}:${userId}`;

/** The post that a member has begun in this browser. */
export function readPostDraft(userId: string): PostDraft {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isDraft(draft) ? draft : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Keeps a post that was begun; one without any words is forgotten. */
export function keepPostDraft(userId: string, draft: PostDraft): void {
  try {
    const { title, markdownContent, tags } = draft;
    if (title === '' && markdownContent === '' && tags.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Storage is closed to us or full: the text lives as long as the page.
  }
}
