import type { ImageView } from '@oniverse/contracts';
import { ALBUM_TEXTS } from './album.texts.js';

/** Returns what a picture is called: its title, else its description. */
export const nameOf = ({
  title,
  description,
}: Pick<ImageView, 'title'> & Partial<Pick<ImageView, 'description'>>): string =>
  title || description || ALBUM_TEXTS.card.untitled;
