import { create } from 'zustand';

const STORAGE_KEY = 'oni-picture-authors';

/** Beyond this number the oldest author is forgotten. */
const MAX_AUTHORS = 200;

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

const usePictureConsent = create<{ authors: readonly string[] }>(() => ({ authors: stored() }));

export function allowPicturesOf(authorId: string): void {
  const authors = [...new Set([...stored(), authorId])].slice(-MAX_AUTHORS);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(authors));
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  usePictureConsent.setState({ authors });
}

export const usePicturesAllowed = (authorId: string): boolean =>
  usePictureConsent(({ authors }) => authors.includes(authorId));
