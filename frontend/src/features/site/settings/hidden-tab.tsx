import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { useNow } from '../../../ui/now.js';
import { SkeletonLines, SkeletonTiles } from '../../../ui/skeleton.js';
import { HiddenDocuments } from './hidden-documents.js';
import { HiddenPicture } from './hidden-picture.js';
import { useHiddenBoards, useHiddenImages, useUnhideBoard } from './hidden.queries.js';
import { groupByMonth } from './months.js';
import { Section } from '../../../ui/section.js';
import { HIDDEN_TEXTS as TEXTS } from './settings.texts.js';

const FRAME = [
  { x: 42, y: 22, r: 2.4 },
  { x: 118, y: 22, r: 1.8 },
  { x: 118, y: 84, r: 2.4 },
  { x: 42, y: 84, r: 1.8 },
] as const;
const FRAME_LINES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
] as const;

function HiddenPictures() {
  const list = useHiddenImages();
  const { images, isError, hasNextPage, refetch } = list;
  const now = useNow();
  if (!images && isError) {
    return (
      <Section title={TEXTS.pictures}>
        <Failure text={TEXTS.picturesFailed} onRetry={() => void refetch()} />
      </Section>
    );
  }
  if (!images) {
    return (
      <Section title={TEXTS.pictures}>
        <SkeletonTiles text={TEXTS.loadingPictures} count={4} />
      </Section>
    );
  }
  if (images.length === 0 && !hasNextPage) {
    return (
      <EmptyState title={TEXTS.noPictures} text={TEXTS.noPicturesText} stars={FRAME} dotted={FRAME_LINES} />
    );
  }
  return (
    <>
      <p className="settings__lead muted">{TEXTS.lead}</p>
      {groupByMonth(images, now).map(({ key, name, items }) => (
        <Section key={key} title={name} note={TEXTS.count(items.length)}>
          <div className="hidden-grid">
            {items.map((image) => (
              <HiddenPicture key={image.id} image={image} />
            ))}
          </div>
        </Section>
      ))}
      <MoreOfList name={TEXTS.more} list={list} />
    </>
  );
}

function HiddenBoards() {
  const { boards, isError, refetch } = useHiddenBoards();
  const { mutate, isPending } = useUnhideBoard();
  return (
    <Section title={TEXTS.boards(boards?.length)}>
      {!boards && !isError && <SkeletonLines text={TEXTS.loadingBoards} count={1} />}
      {!boards && isError && <Failure text={TEXTS.boardsFailed} onRetry={() => void refetch()} />}
      {boards?.length === 0 && <p className="faint">{TEXTS.noBoards}</p>}
      {boards && boards.length > 0 && (
        <ul className="settings__list">
          {boards.map((board) => (
            <li className="settings__row" key={board.id}>
              <span className="grow h4">{board.name}</span>
              <IconButton
                icon="show"
                small
                name={TEXTS.unhide(board.name)}
                aria-disabled={isPending}
                onClick={() => {
                  if (!isPending) mutate(board);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function HiddenTab() {
  const { isPending } = useHiddenImages();
  return (
    <>
      <HiddenPictures />
      {/* Fetched at once, but hidden until the pictures above have their height. */}
      <div hidden={isPending}>
        <HiddenBoards />
        <HiddenDocuments />
      </div>
    </>
  );
}
