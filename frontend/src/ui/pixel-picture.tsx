interface PixelPictureProps {
  /** Row by row: `#` is ink, `o` is paper, any other character is transparent. */
  rows: readonly string[];
  /** The side of a dot in px. */
  scale: number;
}

/** Returns a path with one shape for each horizontal run. */
const runsOf = (rows: readonly string[], mark: RegExp): string =>
  rows
    .flatMap((row, y) =>
      Array.from(row.matchAll(mark), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** Decorative: its meaning is written beside it. */
export function PixelPicture({ rows, scale }: PixelPictureProps) {
  const width = Math.max(...rows.map(({ length }) => length));
  return (
    <svg
      width={width * scale}
      height={rows.length * scale}
      viewBox={`0 0 ${width} ${rows.length}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={runsOf(rows, /o+/gu)} fill="var(--bit-w)" />
      <path d={runsOf(rows, /#+/gu)} fill="var(--bit-k)" />
    </svg>
  );
}
