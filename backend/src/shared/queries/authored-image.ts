import type { AuthoredImageView } from '@oniverse/contracts';
import { type ImageRow, imageView } from '@oniverse/data';
import { type AuthorRow, authorView } from './author.js';

export interface AuthoredImageRow extends ImageRow, AuthorRow {}

export const authoredImageView = (row: AuthoredImageRow): AuthoredImageView => ({
  image: imageView(row),
  author: authorView(row),
});
