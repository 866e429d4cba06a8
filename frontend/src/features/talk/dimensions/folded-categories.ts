const KEY = 'oni-folded-categories';
const KEPT = 200;

/** Returns the categories that are folded on this device, the last one first. */
export function readFolded(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

export function storeFolded(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, ids.slice(0, KEPT).join(' '));
  } catch {
    // Storage is blocked or full: it lasts until the page is closed.
  }
}
