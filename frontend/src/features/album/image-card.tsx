import type { BoardView, ImageView } from '@oniverse/contracts';
import { memo, useId } from 'react';
import { ObjectImage } from '../../objects/object-image.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { Blur } from './blur.js';
import { nameOf } from './image-name.js';

const texts = ALBUM_TEXTS.card;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The day, with its year where that is not the present one. */
function dayOf(moment: string): string {
  const date = new Date(moment);
  return (date.getFullYear() === new Date().getFullYear() ? DAY : DAY_OF_YEAR).format(date);
}

/** What can be done with a picture of the grid; stable over renders. */
export interface CardActions {
  open: (image: ImageView) => void;
  edit: (image: ImageView) => void;
  hide: (image: ImageView) => void;
  delete: (image: ImageView) => void;
  tag: (name: string) => void;
}

interface ImageCardProps {
  image: ImageView;
  /** Its board, null where it is on one that is not there, undefined where it is on none. */
  board: BoardView | null | undefined;
  /** Whether the picture is the member's own. */
  isOwn: boolean;
  /** The width of the rendition to show. */
  rendition: number;
  /** Its place in the list, from 1. */
  place: number;
  /** How many there are, -1 where that is not known yet. */
  total: number;
  actions: CardActions;
}

function CardMenu({ image, actions }: Pick<ImageCardProps, 'image' | 'actions'>) {
  return (
    <div className="img__m">
      <Menu button={<IconButton icon="more" name={texts.menu(nameOf(image))} />}>
        <MenuItem icon="edit" onSelect={() => actions.edit(image)}>
          {texts.edit}
        </MenuItem>
        <MenuItem icon="hide" onSelect={() => actions.hide(image)}>
          {texts.hide}
        </MenuItem>
        <MenuLine />
        <MenuItem icon="delete" danger onSelect={() => actions.delete(image)}>
          {texts.delete}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** A picture of the grid with what is said of it. Its place is reserved before it is there. */
export const ImageCard = memo(function ImageCard(props: ImageCardProps) {
  const { image, board, isOwn, rendition, place, total, actions } = props;
  const heading = useId();
  const { title, description, tags, blurhash, ready, imageUrl } = image;
  const name = nameOf(image);
  return (
    <article className="img" aria-labelledby={heading} aria-posinset={place} aria-setsize={total}>
      <div className="img__p">
        {blurhash !== null && <Blur hash={blurhash} />}
        <button
          type="button"
          className="img__o"
          aria-label={texts.open(name)}
          onClick={() => actions.open(image)}
        >
          <ObjectImage path={imageUrl} alt={name} isOwn={!ready} {...(ready && { rendition })} />
        </button>
        {!ready && <span className="img__w mic">{texts.developing}</span>}
        {isOwn && <CardMenu image={image} actions={actions} />}
      </div>
      <h2 className={title ? 'img__t' : 'vh'} id={heading}>
        {name}
      </h2>
      {description && <p className="small t2 img__d">{description}</p>}
      <div className="img__x mic">
        <time dateTime={image.createdAt}>{dayOf(image.createdAt)}</time>
        {board !== undefined && <span>{board?.name ?? texts.unknownBoard}</span>}
      </div>
      {tags.length > 0 && (
        <div className="tags">
          {tags.map((tag) => (
            <button key={tag} type="button" className="tag img__tag" onClick={() => actions.tag(tag)}>
              #{tag}
            </button>
          ))}
        </div>
      )}
    </article>
  );
});
