import { type RefObject, useEffect } from 'react';
import type { LogView } from './home-view.js';

/** A position is restored within one visit only: later, what happened in between comes first. */
const VISIT_MS = 30 * 60_000;
const keyOf = (view: LogView): string => `oni-reading-${view}`;

interface Position {
  post: string;
  at: number;
}

function storedPosition(view: LogView): string | undefined {
  try {
    const [post, at] = (sessionStorage.getItem(keyOf(view)) ?? '').split(' ');
    return Date.now() - Number(at) < VISIT_MS ? post : undefined;
  } catch {
    return undefined;
  }
}

function storePosition(view: LogView, position: Position | undefined): void {
  try {
    if (position) sessionStorage.setItem(keyOf(view), `${position.post} ${position.at}`);
    else sessionStorage.removeItem(keyOf(view));
  } catch {
    // Storage is blocked: the list starts at its top again.
  }
}

/** Returns the first post below the navigation, or undefined while the list has not been scrolled to. */
function readPost(list: HTMLElement): string | undefined {
  if (list.getBoundingClientRect().top >= 0) return undefined;
  const posts = [...list.querySelectorAll<HTMLElement>('[data-post]')];
  return posts.find((post) => post.getBoundingClientRect().bottom > 0)?.dataset['post'];
}

/** Remembers the post that the member reads in a list, across its tabs, pages and reloads, and returns to it. */
export function useReadingPosition(
  view: LogView,
  frame: RefObject<HTMLDivElement | null>,
  isLoaded: boolean,
): void {
  useEffect(() => {
    const list = frame.current;
    if (!isLoaded || !list) return undefined;
    const stored = storedPosition(view);
    // After the router has scrolled to the top of the page.
    const restoring = requestAnimationFrame(() => {
      const post = stored && list.querySelector(`[data-post="${CSS.escape(stored)}"]`);
      if (post) post.scrollIntoView({ block: 'start' });
    });
    const record = () => {
      const post = readPost(list);
      storePosition(view, post === undefined ? undefined : { post, at: Date.now() });
    };
    window.addEventListener('scrollend', record);
    return () => {
      cancelAnimationFrame(restoring);
      window.removeEventListener('scrollend', record);
    };
  }, [view, frame, isLoaded]);
}
