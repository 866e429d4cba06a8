import type { PictureNeighbour, PicturePage } from '@oniverse/contracts';
import { imageView } from '@oniverse/data';
import { authorView } from '../../shared/index.js';
import type { PicturePageRow } from './images.repository.js';

export function picturePageView(row: PicturePageRow): PicturePage {
  return {
    image: imageView(row),
    author: authorView(row),
    profileTheme: row.profile_theme,
    profileThemeMode: row.profile_theme_mode,
    board:
      row.board_id === null || row.board_name === null ? null : { id: row.board_id, name: row.board_name },
    previous: neighbourView(row.previous_id, row.previous_title, row.previous_username),
    next: neighbourView(row.next_id, row.next_title, row.next_username),
  };
}

const neighbourView = (
  id: string | null,
  title: string | null,
  username: string | null,
): PictureNeighbour | null => (id === null || username === null ? null : { id, title, username });
