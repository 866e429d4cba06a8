import type { ImageView } from '@oniverse/contracts';
import { useState } from 'react';
import { ObjectImage } from '../../../objects/object-image.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useDeleteHiddenImage, useUnhideImage } from './hidden.queries.js';
import { HIDDEN_TEXTS as TEXTS } from './settings.texts.js';

/** Pixels. */
const RENDITION = 640;

const Missing = () => (
  <div className="hidden-picture__missing">
    <svg viewBox="0 0 64 48" width="64" aria-hidden="true">
      <path className="c-dotted" d="M14 34l14-16M36 18l12 12" />
      <circle className="c-star" cx="10" cy="38" r="2.2" />
      <circle className="c-star" cx="32" cy="13" r="2.6" />
      <circle className="c-star" cx="52" cy="34" r="2" />
    </svg>
    <span className="small">{TEXTS.missing}</span>
  </div>
);

export function HiddenPicture({ image }: { image: ImageView }) {
  const [isBroken, setBroken] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const unhide = useUnhideImage();
  const remove = useDeleteHiddenImage();
  const name = image.title ?? TEXTS.untitled;
  const busy = unhide.isPending || remove.isPending;
  return (
    <figure className="hidden-picture" aria-busy={busy}>
      <div className="hidden-picture__frame">
        {isBroken ? (
          <Missing />
        ) : (
          <ObjectImage
            path={image.imageUrl}
            rendition={RENDITION}
            alt={image.title ?? ''}
            onMissing={() => setBroken(true)}
          />
        )}
      </div>
      <figcaption>
        <span className="grow small" dir="auto">
          {name}
        </span>
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
          className="danger"
          name={TEXTS.delete(name)}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) setConfirming(true);
          }}
        />
      </figcaption>
      <ConfirmDialog
        open={isConfirming}
        {...TEXTS.askImage}
        pending={remove.isPending && TEXTS.deleting}
        onCancel={() => setConfirming(false)}
        onConfirm={() => remove.mutate(image, { onSettled: () => setConfirming(false) })}
      />
    </figure>
  );
}
