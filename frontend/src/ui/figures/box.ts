/** Returns a text of at most `max` characters for a drawing. */
export function shortened(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}

/** A rectangle in the pixels of a drawing. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** @param gap the pixels that must stay free between the sides of two boxes */
export const overlap = (a: Box, b: Box, gap = 0): boolean =>
  a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom;
