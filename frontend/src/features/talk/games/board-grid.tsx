import './board-grid.css';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { keyOf } from '../../../ui/keys.js';

export interface BoardCell {
  /** The name of the square or point, such as `e4`. */
  name: string;
  /** What a screen reader says. */
  label: string;
  text: string;
  className: string;
}

interface BoardGridProps {
  label: string;
  className: string;
  /** From the top. */
  rows: readonly (readonly BoardCell[])[];
  rowNames: readonly string[];
  columnNames: readonly string[];
  /** The cell that the player has chosen. */
  picked: string | undefined;
  /** Absent for those who do not move now. */
  onPick: ((name: string) => void) | undefined;
  onCancel: () => void;
}

interface Place {
  row: number;
  column: number;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
};

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));

/**
 * A board of letters. One cell is in the tab order; arrow keys move, Enter and Space pick, Escape takes the pick back. See
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function BoardGrid(props: BoardGridProps) {
  const { label, className, rows, rowNames, columnNames, picked, onPick, onCancel } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({
    row: Math.floor(rows.length / 2),
    column: Math.floor(columnNames.length / 2),
  });
  const nameAt = ({ row, column }: Place) => rows[row]?.[column]?.name;

  const move = (next: Place) => {
    setActive(next);
    const cell =
      grid.current?.children[next.row]?.querySelectorAll<HTMLElement>('[role="gridcell"]')[next.column];
    cell?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const [down, right] = STEPS[key] ?? [];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (down !== undefined && right !== undefined) {
      move({
        row: within(active.row + down, rows.length),
        column: within(active.column + right, columnNames.length),
      });
    } else if (key === 'Enter' || key === ' ') {
      const name = nameAt(active);
      if (name !== undefined) onPick?.(name);
    } else if (key === 'Escape' && picked !== undefined) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleClick = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-name]') : null;
    const name = cell?.dataset['name'];
    if (name === undefined) return;
    const row = rows.findIndex((cells) => cells.some((one) => one.name === name));
    setActive({ row, column: rows[row]?.findIndex((one) => one.name === name) ?? 0 });
    onPick?.(name);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its active cell has the focus
    <div
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be laid out like this
      role="grid"
      aria-label={label}
      className={onPick ? `board ${className} is-own` : `board ${className}`}
      onKeyDown={handleKey}
      onClick={handleClick}
    >
      {rows.map((cells, row) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        <div key={rowNames[row]} role="row" className="board__row">
          <i aria-hidden="true">{rowNames[row]}</i>
          {cells.map((cell, column) => (
            <span
              key={cell.name}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="gridcell"
              tabIndex={row === active.row && column === active.column ? 0 : -1}
              aria-label={cell.label}
              aria-selected={cell.name === picked}
              className={cell.name === picked ? `${cell.className} is-picked` : cell.className}
              data-name={cell.name}
            >
              {cell.text}
            </span>
          ))}
        </div>
      ))}
      <div className="board__row" aria-hidden="true">
        <i />
        {columnNames.map((name) => (
          <i key={name}>{name}</i>
        ))}
      </div>
    </div>
  );
}
