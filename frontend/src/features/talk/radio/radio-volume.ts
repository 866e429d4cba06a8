const KEY = 'oni-radio-volume';
const FIRST = 0.8;

/** Returns the volume that was chosen in this browser, from 0 to 1. */
export function readVolume(): number {
  try {
    const stored = Number(localStorage.getItem(KEY) ?? FIRST);
    return stored >= 0 && stored <= 1 ? stored : FIRST;
  } catch {
    return FIRST;
  }
}

export function storeVolume(volume: number): void {
  try {
    localStorage.setItem(KEY, String(volume));
  } catch {
    // Storage is blocked or full: it lasts until the page is closed.
  }
}
