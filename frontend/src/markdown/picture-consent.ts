import { STORAGE_KEYS } from '@oniverse/contracts';
import { create } from 'zustand';

/** Authors that are remembered; past that the oldest is asked about again. */
const MOST_AUTHORS = 200;

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS.pictureAuthors) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

const usePictureConsent = create<{ authors: readonly string[] }>(() => ({ authors: stored() }));

/** Lets pictures from other hosts load in what this author writes; kept in this browser. */
export function allowPicturesOf(authorId: string): void {
  const authors = [...new Set([...stored(), authorId])].slice(-MOST_AUTHORS);
  try {
    localStorage.setItem(STORAGE_KEYS.pictureAuthors, JSON.stringify(authors));
  } catch {
    // Storage is closed to us: it holds until the page is left.
  }
  usePictureConsent.setState({ authors });
}

/** Whether pictures from other hosts load in what this author writes. */
export const usePicturesAllowed = (authorId: string): boolean =>
  usePictureConsent(({ authors }) => authors.includes(authorId));
