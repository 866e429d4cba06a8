import { profileParts } from '../account/current-user.js';
import { normalizeBody, normalizedSchema } from './objects.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, LINE, OPTIONAL, PROSE } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { filteredPageQuery, pageQuery } from '../shared/page-queries.js';
import { createdPart, tagsPart, updatedPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  clearableId,
  clearableText,
  flagField,
  flagInQuery,
  idField,
  omittable,
  type QueryOf,
  requestBody,
  tagInQuery,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { titleLength } from '../shared/rules.js';
import { flag, id, list, nullable, object, text, type TypeOf, wholeNumber } from '../shared/schema.js';

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

export const IMAGE_MESSAGES = phrases({ captionTooLong: tooLong('A caption') });

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

export const imageVisibilityBody = requestBody({
  isPublic: flagField('Whether others may see the picture.'),
});

const picture = { id: id('The picture.') };
const boardId = omittable(idField('Only pictures on this board.'));
const ownImages = {
  ...filteredPageQuery,
  boardId,
  isPublic: flagInQuery('Only visible pictures (true) or only hidden ones (false).'),
};
/** A search of the caller's pictures, as the client sends it. */
export type ImageListQuery = Partial<QueryOf<typeof ownImages>>;

export const listOwnImages = call('GET', '/images', {
  summary: "Lists the caller's pictures",
  description: 'Includes hidden pictures; newest first by default.',
  query: ownImages,
  answer: list(imageSchema),
});

export const getPicture = call('GET', '/images/:id', {
  summary: 'Returns a picture with those before and after it',
  description:
    'Its neighbours are pictures with a tag, on a board, or all that its owner shows. Visitors see only pictures of members who chose so.',
  access: 'visitors',
  params: picture,
  query: {
    tag: tagInQuery('The neighbours are pictures with this tag.'),
    boardId: omittable(idField('Without a tag: the neighbours are pictures on this board.')),
  },
  answer: picturePageSchema,
  problems: ['not_found'],
});

export const createImage = call('POST', '/images', {
  summary: 'Adds an uploaded picture to the album',
  description:
    'Each upload can be used once. The picture is hidden if its board is hidden. The event `image:ready` follows when its renditions are ready.',
  status: 201,
  body: { title: 'CreateImageDto', fields: createImageBody },
  answer: imageSchema,
  problems: ['invalid_address', 'already_used', 'quota_reached', 'forbidden', 'not_found'],
});

export const normalizeUpload = call('PUT', '/images/normalize', {
  summary: "Returns the path of one of the caller's uploads, for any form of its address",
  body: { title: 'NormalizeDto', fields: normalizeBody },
  answer: normalizedSchema,
  problems: ['invalid_address', 'not_found', 'quota_reached'],
});

export const updateImage = call('PATCH', '/images/:id', {
  summary: 'Updates a picture',
  description:
    'Omitted fields keep their values. Null clears a title or description and takes the picture off its board; an empty description clears it too. Moving a picture to a hidden board hides it.',
  params: picture,
  body: { title: 'UpdateImageDto', fields: updateImageBody },
  answer: imageSchema,
  problems: ['forbidden', 'not_found'],
});

export const setImageVisibility = call('PUT', '/images/:id/visibility', {
  summary: 'Hides or shows a picture',
  params: picture,
  body: { title: 'ImageVisibilityDto', fields: imageVisibilityBody },
  answer: imageSchema,
  problems: ['forbidden', 'not_found'],
});

export const deleteImage = call('DELETE', '/images/:id', {
  summary: 'Deletes a picture',
  params: picture,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});

export const listMemberImages = call('GET', '/users/:username/images', {
  summary: 'Lists the pictures a member shows',
  description: 'Newest first. A private member exists only for themselves; others get 404.',
  params: { username: text('The Oni ID.', { example: 'vesper' }) },
  query: { ...pageQuery, boardId },
  mayBeStale: true,
  answer: list(imageSchema),
  problems: ['not_found'],
});
