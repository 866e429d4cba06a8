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
