/** Where an entry stands, in pixels. */
export interface EntryPlace {
  top: number;
  left: number;
}

/** Pixels by which entries of one row may differ. */
const SAME_ROW = 2;

/** Returns the entry of the next row in a direction that is nearest in its column. */
function inNextRow(places: readonly EntryPlace[], at: number, direction: 1 | -1): number | undefined {
  const from = places[at];
  if (!from) return undefined;
  const beyond = places
    .map((place, index) => ({ ...place, index }))
    .filter(({ top }) => (top - from.top) * direction > SAME_ROW);
  const edge = direction === 1 ? beyond[0] : beyond.at(-1);
  const row = beyond.filter(({ top }) => Math.abs(top - (edge?.top ?? 0)) <= SAME_ROW);
  return row.toSorted((a, b) => Math.abs(a.left - from.left) - Math.abs(b.left - from.left))[0]?.index;
}

/** Returns the index of the entry that a key leads to from another, in rows of any length, or undefined if it leads nowhere. */
export function nextEntry(places: readonly EntryPlace[], at: number, key: string): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return at + 1 < places.length ? at + 1 : undefined;
    case 'ArrowLeft':
      return at > 0 ? at - 1 : undefined;
    case 'ArrowDown':
      return inNextRow(places, at, 1);
    case 'ArrowUp':
      return inNextRow(places, at, -1);
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    default:
      return undefined;
  }
}
