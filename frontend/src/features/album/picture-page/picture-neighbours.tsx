import {
  type PictureContext,
  type PictureNeighbour,
  type PicturePage,
  picturePath,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { memberName } from '../../../ui/member-name.js';
import { Window } from '../../../ui/window.js';
import { nameOf } from '../album/index.js';
import { PICTURE_PAGE_TEXTS as TEXTS } from './picture-page.texts.js';

interface PictureNeighboursProps {
  page: PicturePage;
  context: PictureContext;
}

function labelOf({ author, board }: PicturePage, context: PictureContext): string {
  if (context.tag !== undefined) return TEXTS.neighbours.tag(context.tag);
  if (context.board !== undefined && board?.id === context.board) return TEXTS.neighbours.board(board.name);
  return TEXTS.neighbours.owner(memberName(author));
}

/** Leads to the pictures before and after this one, in the list that it was opened from. */
export function PictureNeighbours({ page, context }: PictureNeighboursProps) {
  const { previous, next } = page;
  if (!previous && !next) return null;
  const label = labelOf(page, context);
  const linkTo = (neighbour: PictureNeighbour, name: string, className?: string) => (
    <Link to={picturePath(neighbour.username, neighbour.id, context)} {...(className && { className })}>
      <span className="tiny">{name}</span>
      <b dir="auto">{nameOf(neighbour)}</b>
    </Link>
  );
  return (
    <Window title={label} plain>
      <nav className="picture-neighbours" aria-label={label}>
        {previous ? linkTo(previous, TEXTS.previous) : <span />}
        {next ? linkTo(next, TEXTS.next, 'picture-neighbours__next') : <span />}
      </nav>
    </Window>
  );
}
