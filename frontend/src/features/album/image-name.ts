import type { ImageView } from '@oniverse/contracts';
import { ALBUM_TEXTS } from './album.texts.js';

/** What a picture is called: by its title, else its caption. */
export const nameOf = ({ title, description }: Pick<ImageView, 'title' | 'description'>): string =>
  title || description || ALBUM_TEXTS.card.untitled;
