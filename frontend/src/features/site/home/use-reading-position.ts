import { type RefObject, useEffect } from 'react';
import type { LogView } from './home-view.js';

/** A position is restored within one visit only: later, what happened in between comes first. */
const VISIT_MS = 30 * 60_000;
/** After a scroll, posts near the window get their real heights. A frame without a change ends this. */
const MAX_FRAMES = 20;
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
  const navigation = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const posts = [...list.querySelectorAll<HTMLElement>('[data-post]')];
  // Positions are fractions of a pixel.
  return posts.find((post) => post.getBoundingClientRect().bottom > navigation + 1)?.dataset['post'];
}

/** Scrolls to a post until it stays there. @returns a function that stops */
function restorePosition(list: HTMLElement, id: string): () => void {
  let top = Number.NaN;
  let frames = 0;
  const scroll = () => {
    const post = list.querySelector(`[data-post="${CSS.escape(id)}"]`);
    if (!post || post.getBoundingClientRect().top === top) return;
    post.scrollIntoView({ block: 'start' });
    ({ top } = post.getBoundingClientRect());
    frames += 1;
    if (frames < MAX_FRAMES) frame = requestAnimationFrame(scroll);
  };
  // After the router has scrolled to the top of the page.
  let frame = requestAnimationFrame(scroll);
  return () => cancelAnimationFrame(frame);
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
    const stopRestoring = stored === undefined ? undefined : restorePosition(list, stored);
    const record = () => {
      const post = readPost(list);
      storePosition(view, post === undefined ? undefined : { post, at: Date.now() });
    };
    window.addEventListener('scrollend', record);
    return () => {
      stopRestoring?.();
      window.removeEventListener('scrollend', record);
    };
  }, [view, frame, isLoaded]);
}
