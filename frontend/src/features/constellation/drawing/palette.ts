/** The colours and faces that the chart is drawn with: the page's tokens. */
export interface Palette {
  background: string;
  grid: string;
  line: string;
  text: string;
  label: string;
  accent: string;
  warm: string;
  display: string;
}

/** The palette of the page as it looks now. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: token('--bg'),
    grid: token('--grid'),
    line: token('--line-2'),
    text: token('--text'),
    label: token('--text-2'),
    accent: token('--accent'),
    warm: token('--warm'),
    display: token('--font-display') || 'serif',
  };
}
