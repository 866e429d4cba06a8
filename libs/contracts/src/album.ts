import { createdPart, descriptionPart, tagsPart, updatedPart } from './parts.js';
import { flag, id, nullable, object, text, type TypeOf, wholeNumber, yes } from './schema.js';

/** A named group of pictures. */
export const boardSchema = object('Board', 'A named group of pictures.', {
  id: id('The board.'),
  userId: id('Whose it is.'),
  name: text('Its name.', { example: 'Observatory' }),
  description: descriptionPart,
  tags: tagsPart,
  isPublic: flag('Whether others may see it; false means hidden.'),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type BoardView = TypeOf<typeof boardSchema>;

/** `POST /api/boards`, `PUT /api/boards/{id}`: in the latter what is absent but the name stays. */
export interface BoardBody {
  name: string;
  description?: string | null;
  tags?: string[];
}

/** A picture of an album. */
export const imageSchema = object('Image', 'A picture of an album.', {
  id: id('The picture.'),
  userId: id('Whose it is.'),
  boardId: nullable(id('The board that it is on.')),
  title: nullable(text('The title.', { example: 'Saturn' })),
  description: nullable(text('The caption.', { example: 'Taken on the roof, eleven at night.' })),
  imageUrl: text('Where its renditions are.', { example: '/objects/Zk3v…' }),
  tags: tagsPart,
  isPublic: flag('Whether others may see it; false means hidden.'),
  width: nullable(wholeNumber('Pixels, once it is ready.', { minimum: 1, example: 1600 })),
  height: nullable(wholeNumber('Pixels, once it is ready.', { minimum: 1, example: 1200 })),
  blurhash: nullable(
    text('What to show while it loads (https://blurha.sh), once it is ready.', {
      example: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    }),
  ),
  ready: flag('Whether its renditions are there.'),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type ImageView = TypeOf<typeof imageSchema>;

/** `POST /api/images` */
export interface CreateImageBody {
  title?: string;
  description?: string;
  imageUrl: string;
  tags?: string[];
  boardId?: string | null;
  isPublic?: boolean;
}

/** `PATCH /api/images/{id}`: what is absent stays; null clears. */
export interface UpdateImageBody {
  title?: string | null;
  description?: string | null;
  tags?: string[];
  boardId?: string | null;
}

/** `PUT /api/images/{id}/visibility`, `PUT /api/boards/{id}/visibility` */
export interface VisibilityBody {
  isPublic: boolean;
}

/** `PUT /api/album/tags/{name}` */
export interface RenameTagBody {
  name: string;
}

/** How many things a change of a tag reached. */
export const changedSchema = object('Changed', 'How many things a change of a tag reached.', {
  ok: yes('Always true.'),
  changed: wholeNumber('Pictures and boards that had the tag.', { example: 7 }),
});
export type ChangedAnswer = TypeOf<typeof changedSchema>;
