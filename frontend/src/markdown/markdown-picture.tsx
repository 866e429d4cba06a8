import { useState } from 'react';
import { ObjectImage } from '../objects/object-image.js';
import { MARKDOWN_TEXTS } from './markdown.texts.js';
import { allowPicturesOf, usePicturesAllowed } from './picture-consent.js';

/** Pixels; wide enough for a text column on a high-density screen. */
const RENDITION = 1_280;
const OBJECTS = '/objects/';

interface MarkdownPictureProps {
  src: string | undefined;
  alt: string;
  title: string | undefined;
  authorId: string;
}

function addressOf(src: string | undefined): URL | undefined {
  try {
    return new URL(src ?? '', window.location.origin);
  } catch {
    return undefined;
  }
}

/** Pictures of our object store load at once, if the reader may see them; external HTTPS pictures load after one click per author. */
export function MarkdownPicture({ src, alt, title, authorId }: MarkdownPictureProps) {
  const allowed = usePicturesAllowed(authorId);
  const address = src ? addressOf(src) : undefined;
  const [missing, setMissing] = useState<string>();
  const isOurs = address?.origin === window.location.origin && address.pathname.startsWith(OBJECTS);
  if (isOurs && address.pathname !== missing) {
    const path = address.pathname;
    const onMissing = () => setMissing(path);
    return <ObjectImage path={path} rendition={RENDITION} alt={alt} title={title} onMissing={onMissing} />;
  }
  if (isOurs || address?.protocol !== 'https:') return <span className="faint">{alt}</span>;
  if (allowed) {
    return (
      <img
        src={address.href}
        alt={alt}
        title={title}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    );
  }
  return (
    <button
      type="button"
      className="markdown__picture"
      title={MARKDOWN_TEXTS.pictureHint}
      onClick={(event) => {
        // A click on the profile's body would open its editor.
        event.stopPropagation();
        allowPicturesOf(authorId);
      }}
    >
      {alt && <span>{alt}</span>}
      <span className="small">{MARKDOWN_TEXTS.picture(address.host)}</span>
    </button>
  );
}
