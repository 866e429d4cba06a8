/** A place in rows of different lengths. */
export interface GridPlace {
  row: number;
  column: number;
}

/** Returns the place that an arrow key leads to, or undefined for another key. It stays within the rows. */
export function moveInGrid(
  { row, column }: GridPlace,
  key: string,
  rows: readonly (readonly unknown[])[],
): GridPlace | undefined {
  const lengthOf = (index: number) => rows[index]?.length ?? 0;
  const at = (next: number, place: number): GridPlace =>
    lengthOf(next) === 0 ? { row, column } : { row: next, column: Math.min(place, lengthOf(next) - 1) };
  switch (key) {
    case 'ArrowRight':
      return column + 1 < lengthOf(row) ? at(row, column + 1) : at(row + 1, 0);
    case 'ArrowLeft':
      return column > 0 ? at(row, column - 1) : at(row - 1, Infinity);
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    default:
      return undefined;
  }
}
