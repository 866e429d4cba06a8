/** How many Unicode characters a text has (an emoji may be several UTF-16 units). */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Every third digit from the end, with more of them before it. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/gu;

/**
 * A whole number as it is read: `50,000`. What Intl says of it too, but Intl takes its time to get ready (24 ms of the
 * first load), and the rules are written when the client starts.
 */
export const grouped = (count: number): string => String(count).replaceAll(THOUSANDS, ',');
