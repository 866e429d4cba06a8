import type { ImageView } from '@oniverse/contracts';
import { useState } from 'react';
import { ObjectImage } from '../../objects/object-image.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { useDeleteHiddenImage, useUnhideImage } from './hidden.queries.js';
import { HIDDEN_TEXTS as TEXTS } from './settings.texts.js';

/** The widest that a picture stands in the grid, in px of the picture. */
const RENDITION = 640;

/** A square with three stars that no line joins: a picture that is not there. */
const Missing = () => (
  <div className="hid__x">
    <svg viewBox="0 0 64 48" width="64" aria-hidden="true">
      <path className="c-dotted" d="M14 34l14-16M36 18l12 12" />
      <circle className="c-star" cx="10" cy="38" r="2.2" />
      <circle className="c-star" cx="32" cy="13" r="2.6" />
      <circle className="c-star" cx="52" cy="34" r="2" />
    </svg>
    <span className="small">{TEXTS.missing}</span>
  </div>
);

/** A hidden picture, and what can be done with it. */
export function HiddenPhoto({ image }: { image: ImageView }) {
  const [isBroken, setBroken] = useState(false);
  const [asking, setAsking] = useState(false);
  const unhide = useUnhideImage();
  const remove = useDeleteHiddenImage();
  const name = image.title ?? TEXTS.untitled;
  const busy = unhide.isPending || remove.isPending;
  return (
    <figure className="hid" aria-busy={busy}>
      <div className="hid__p">
        {isBroken ? (
          <Missing />
        ) : (
          <ObjectImage
            path={image.imageUrl}
            rendition={RENDITION}
            alt={image.title ?? ''}
            isOwn
            onMissing={() => setBroken(true)}
          />
        )}
      </div>
      <figcaption>
        <span className="grow small">{name}</span>
        <IconButton
          icon="show"
          small
          name={TEXTS.unhide(name)}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) unhide.mutate(image);
          }}
        />
        <IconButton
          icon="delete"
          small
          className="dg"
          name={TEXTS.delete(name)}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) setAsking(true);
          }}
        />
      </figcaption>
      <ConfirmDialog
        open={asking}
        {...TEXTS.askImage}
        pending={remove.isPending && TEXTS.deleting}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate(image, { onSettled: () => setAsking(false) })}
      />
    </figure>
  );
}
