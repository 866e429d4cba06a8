interface PixelPictureProps {
  /** Row by row: # is ink, o is paper, anything else shows what lies behind. */
  rows: readonly string[];
  /** The side of a dot, in px. */
  scale: number;
}

/** The runs of one mark in a picture, as a path: as few shapes as rows allow. */
const runsOf = (rows: readonly string[], mark: RegExp): string =>
  rows
    .flatMap((row, y) =>
      Array.from(row.matchAll(mark), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** A small picture in two tones, dot by dot. Ornament: what it stands for is written beside it. */
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
