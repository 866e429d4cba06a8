/** Read from the page's CSS variables. */
export interface Palette {
  background: string;
  grid: string;
  line: string;
  text: string;
  label: string;
  /** Names of clusters. */
  faint: string;
  accent: string;
  warm: string;
  display: string;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: token('--bg'),
    grid: token('--grid'),
    line: token('--line-2'),
    text: token('--text'),
    label: token('--text-2'),
    faint: token('--text-3'),
    accent: token('--accent'),
    warm: token('--warm'),
    display: token('--font-display') || 'serif',
  };
}

/** Dark on white in every theme. */
export const printPaletteOf = (element: Element): Palette => ({
  background: '#fff',
  grid: '#eee',
  line: '#888',
  text: '#000',
  label: '#333',
  faint: '#767676',
  accent: '#00574a',
  warm: '#753a00',
  display: paletteOf(element).display,
});
