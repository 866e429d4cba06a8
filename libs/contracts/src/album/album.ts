import { profileParts } from '../account/current-user.js';
import { normalizeBody } from './objects.js';
import { authorSchema } from '../people/profiles.js';
import { atMost, field, type FieldRules, LINE, OPTIONAL, PROSE } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { createdPart, descriptionPart, tagsPart, updatedPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  clearableId,
  clearableText,
  flagField,
  omittable,
  requestBody,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { named, titleLength } from '../shared/rules.js';
import { flag, id, nullable, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

export const boardSchema = object('Board', 'A named group of pictures.', {
  id: id('The board.'),
  userId: id('The owner.'),
  name: text('The name.', { example: 'Observatory' }),
  description: descriptionPart,
  tags: tagsPart,
  isPublic: flag('Whether others can see it.'),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type BoardView = TypeOf<typeof boardSchema>;

export const BOARD_RULES = named('Observatory');

/** `POST /api/boards`, `PUT /api/boards/{id}`. In an update, absent fields other than the name stay unchanged. */
export const boardBody = requestBody({
  name: textField(BOARD_RULES.name),
  description: clearableText(BOARD_RULES.description),
  tags: tagsField(),
});
export type BoardBody = BodyOf<typeof boardBody>;

export const imageSchema = object('Image', 'A picture in an album.', {
  id: id('The picture.'),
  userId: id('The owner.'),
  boardId: nullable(id('The board that contains it.')),
  title: nullable(text('The title.', { example: 'Saturn' })),
  description: nullable(text('The caption.', { example: 'Taken on the roof, eleven at night.' })),
  imageUrl: text('The path of its renditions.', { example: '/objects/Zk3v…' }),
  tags: tagsPart,
  isPublic: flag('Whether others can see it.'),
  width: nullable(wholeNumber('Width in pixels, once it is ready.', { minimum: 1, example: 1600 })),
  height: nullable(wholeNumber('Height in pixels, once it is ready.', { minimum: 1, example: 1200 })),
  blurhash: nullable(
    text('The placeholder while it loads (https://blurha.sh), once it is ready.', {
      example: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    }),
  ),
  ready: flag('Whether its renditions are available.'),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type ImageView = TypeOf<typeof imageSchema>;

export const authoredImageSchema = object('AuthoredImage', 'A picture and its owner.', {
  image: imageSchema,
  author: authorSchema,
});
export type AuthoredImageView = TypeOf<typeof authoredImageSchema>;

const pictureNeighbourSchema = object('PictureNeighbour', 'A picture before or after another one.', {
  id: id('The picture.'),
  title: nullable(text('The title.', { example: 'Sodium, then white' })),
  username: text('The Oni ID of its owner.', { example: 'halcyon' }),
});
export type PictureNeighbour = TypeOf<typeof pictureNeighbourSchema>;

export const picturePageSchema = object('PicturePage', 'A picture with what its page shows.', {
  image: imageSchema,
  author: authorSchema,
  profileTheme: profileParts.profileTheme,
  profileThemeMode: profileParts.profileThemeMode,
  board: nullable(
    object('PictureBoard', 'The board that shows it.', {
      id: id('The board.'),
      name: text('Its name.', { example: 'Paper cities' }),
    }),
  ),
  previous: nullable(pictureNeighbourSchema),
  next: nullable(pictureNeighbourSchema),
});
export type PicturePage = TypeOf<typeof picturePageSchema>;

export const IMAGE_MESSAGES = phrases({
  captionTooLong: tooLong('A caption'),
});

export const IMAGE_RULES = {
  title: field('The title.', 'Saturn', [titleLength], {
    ...OPTIONAL,
    ...LINE,
  }),
  description: field(
    'The caption.',
    'Taken on the roof, eleven at night.',
    [atMost(LIMITS.imageDescription.max, IMAGE_MESSAGES.captionTooLong)],
    { ...OPTIONAL, ...PROSE },
  ),
} as const satisfies Record<string, FieldRules>;

export const createImageBody = requestBody({
  ...normalizeBody,
  title: textField(IMAGE_RULES.title),
  description: textField(IMAGE_RULES.description),
  tags: tagsField(),
  boardId: clearableId("One of the caller's boards to add it to."),
  isPublic: omittable(flagField('Whether others may see it. Defaults to true.')),
});
export type CreateImageBody = BodyOf<typeof createImageBody>;

/** `PATCH /api/images/{id}`: an absent field stays unchanged; null clears it. */
export const updateImageBody = requestBody({
  title: clearableText(IMAGE_RULES.title, 'changes nothing'),
  description: clearableText(IMAGE_RULES.description),
  tags: tagsField(),
  boardId: clearableId("One of the caller's boards to move it to; null takes it off its board."),
});
export type UpdateImageBody = BodyOf<typeof updateImageBody>;

export const boardVisibilityBody = requestBody({
  isPublic: flagField('Whether others may see the board and all its pictures.'),
});
export const imageVisibilityBody = requestBody({
  isPublic: flagField('Whether others may see the picture.'),
});
