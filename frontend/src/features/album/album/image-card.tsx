import type { BoardView, ImageView } from '@oniverse/contracts';
import { memo, useId, useState } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { Blur } from '../../../objects/blur.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { formatShortDate, formatShortDay } from '../../../ui/dates.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { Caption, nameOf } from './image-parts.js';
import { ALBUM_TEXTS } from './album.texts.js';

const texts = ALBUM_TEXTS.card;

function dayOf(moment: string): string {
  const date = new Date(moment);
  return (date.getFullYear() === new Date(serverNow()).getFullYear() ? formatShortDay : formatShortDate)(
    date,
  );
}

/** Have a stable identity, so that cards do not render again. */
export interface CardActions {
  open: (image: ImageView) => void;
  edit: (image: ImageView) => void;
  hide: (image: ImageView) => void;
  delete: (image: ImageView) => void;
  filterByTag: (name: string) => void;
}

interface ImageCardProps {
  image: ImageView;
  /** Null if its board does not exist, undefined if it is on no board. */
  board: BoardView | null | undefined;
  isOwn: boolean;
  rendition: number;
  position: number;
  /** Length of the list, or -1 if unknown. */
  total: number;
  actions: CardActions;
}

function CardMenu({ image, actions }: Pick<ImageCardProps, 'image' | 'actions'>) {
  return (
    <div className="picture__menu">
      <Menu button={<IconButton icon="more" name={texts.menu(nameOf(image))} />}>
        <MenuItem icon="edit" onSelect={() => actions.edit(image)}>
          {texts.edit}
        </MenuItem>
        <MenuItem icon="hide" onSelect={() => actions.hide(image)}>
          {texts.hide}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="delete" danger onSelect={() => actions.delete(image)}>
          {texts.delete}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** Reserves the picture's space before it loads. */
export const ImageCard = memo(function ImageCard(props: ImageCardProps) {
  const { image, board, isOwn, rendition, position, total, actions } = props;
  const heading = useId();
  const { title, description, tags, blurhash, ready, imageUrl } = image;
  const name = nameOf(image);
  const [isShown, setShown] = useState(false);
  return (
    <article className="picture" aria-labelledby={heading} aria-posinset={position} aria-setsize={total}>
      <div className="picture__frame">
        {blurhash !== null && !isShown && <Blur hash={blurhash} />}
        <button
          type="button"
          className="picture__open"
          aria-label={texts.open(name)}
          onClick={() => actions.open(image)}
        >
          <ObjectImage
            path={imageUrl}
            alt={name}
            onShown={() => setShown(true)}
            {...(ready && { rendition })}
          />
        </button>
        {!ready && <span className="picture__waiting tiny">{texts.processing}</span>}
        {isOwn && <CardMenu image={image} actions={actions} />}
      </div>
      <h2 className={title ? 'picture__title' : 'vh'} id={heading} dir="auto">
        {name}
      </h2>
      {description && (
        <div className="small muted picture__description">
          <Caption text={description} />
        </div>
      )}
      <div className="picture__facts tiny">
        <time dateTime={image.createdAt}>{dayOf(image.createdAt)}</time>
        {board !== undefined && <span dir="auto">{board?.name ?? texts.unknownBoard}</span>}
      </div>
      {tags.length > 0 && (
        <div className="tags">
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className="tag picture__tag"
              onClick={() => actions.filterByTag(tag)}
            >
              #{tag}
            </button>
          ))}
        </div>
      )}
    </article>
  );
});
