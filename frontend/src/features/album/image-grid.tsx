import type { BoardView, ImageView } from '@oniverse/contracts';
import { useMemo, useRef } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { ALBUM_TEXTS } from './album.texts.js';
import { type CardActions, ImageCard } from './image-card.js';
import { renditionFor, useColumns } from './use-columns.js';

/** How many rows before the last one the next page is asked for. */
const AHEAD = 6;
/** How far beyond the window rows are drawn, in pixels: their pictures come while they are not in sight. */
const DRAWN_AHEAD = 900;

interface ImageGridProps {
  images: readonly ImageView[];
  boards: readonly BoardView[] | undefined;
  /** Who looks. */
  userId: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  actions: CardActions;
}

function rowsOf(images: readonly ImageView[], columns: number): (readonly ImageView[])[] {
  const rows: (readonly ImageView[])[] = [];
  for (let start = 0; start < images.length; start += columns)
    rows.push(images.slice(start, start + columns));
  return rows;
}

/** The pictures in rows; only those near the window are drawn, however many there are. */
export function ImageGrid({ images, boards, userId, hasMore, isLoading, onMore, actions }: ImageGridProps) {
  const columns = useColumns();
  const grid = useRef<WindowVirtualizerHandle>(null);
  const rows = useMemo(() => rowsOf(images, columns), [images, columns]);
  const byId = useMemo(() => new Map(boards?.map((board) => [board.id, board])), [boards]);
  const boardOf = ({ boardId }: ImageView) => {
    // Before the boards are there, none of them is missing.
    if (boardId === null || boards === undefined) return undefined;
    return byId.get(boardId) ?? null;
  };
  const onScroll = () => {
    const list = grid.current;
    if (!list || !hasMore || isLoading) return;
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
    if (last >= rows.length - AHEAD) onMore();
  };
  return (
    <div role="feed" aria-label={ALBUM_TEXTS.grid.label} aria-busy={isLoading}>
      <WindowVirtualizer ref={grid} onScroll={onScroll} bufferSize={DRAWN_AHEAD}>
        {rows.map((row, at) => (
          <div
            className="alb__row"
            key={row[0]?.id}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {row.map((image, column) => (
              <ImageCard
                key={image.id}
                image={image}
                board={boardOf(image)}
                isOwn={image.userId === userId}
                rendition={renditionFor(columns, image)}
                place={at * columns + column + 1}
                total={hasMore ? -1 : images.length}
                actions={actions}
              />
            ))}
          </div>
        ))}
      </WindowVirtualizer>
    </div>
  );
}
