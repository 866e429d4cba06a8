import { headingSlug } from '@oniverse/markdown';

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Scrolls to the heading that the hash of an address names, and focuses it.
 * @param prefix that of the ids of the document
 */
export function openHeading(hash: string, prefix: string): void {
  const heading = document.getElementById(`${prefix}${headingSlug(decoded(hash.slice(1)))}`);
  if (!heading) return;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
