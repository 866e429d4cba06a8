import type { BoardView, ImageView } from '@oniverse/contracts';
import { useMemo, useRef } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { ALBUM_TEXTS } from './album.texts.js';
import { type CardActions, ImageCard } from './image-card.js';
import { renditionFor, useColumns } from './use-columns.js';

/** Requests the next page this many rows before the last. */
const PREFETCH_ROWS = 6;
/** Renders rows this many pixels outside the window, so that their pictures load before they are visible. */
const OVERSCAN_PX = 900;

interface ImageGridProps {
  images: readonly ImageView[];
  boards: readonly BoardView[] | undefined;
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

export function ImageGrid({ images, boards, userId, hasMore, isLoading, onMore, actions }: ImageGridProps) {
  const columns = useColumns();
  const grid = useRef<WindowVirtualizerHandle>(null);
  const rows = useMemo(() => rowsOf(images, columns), [images, columns]);
  const byId = useMemo(() => new Map(boards?.map((board) => [board.id, board])), [boards]);
  const boardOf = ({ boardId }: ImageView) => {
    if (boardId === null || boards === undefined) return undefined;
    return byId.get(boardId) ?? null;
  };
  const onScroll = () => {
    const list = grid.current;
    if (!list || !hasMore || isLoading) return;
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize);
    if (last >= rows.length - PREFETCH_ROWS) onMore();
  };
  return (
    <div role="feed" aria-label={ALBUM_TEXTS.grid.label} aria-busy={isLoading}>
      <WindowVirtualizer ref={grid} onScroll={onScroll} bufferSize={OVERSCAN_PX}>
        {rows.map((row, rowIndex) => (
          <div
            className="album__row"
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
                position={rowIndex * columns + column + 1}
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
