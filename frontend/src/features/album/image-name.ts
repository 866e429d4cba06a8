import type { ImageView } from '@oniverse/contracts';
import { ALBUM_TEXTS } from './album.texts.js';

export const nameOf = ({ title, description }: Pick<ImageView, 'title' | 'description'>): string =>
  title || description || ALBUM_TEXTS.card.untitled;
