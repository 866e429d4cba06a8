import {
  createImageBody,
  imageSchema,
  imageVisibilityBody,
  picturePageSchema,
  updateImageBody,
} from './album.js';
import { call } from '../shared/call.js';
import { normalizeBody, normalizedSchema } from './objects.js';
import { okSchema } from '../shared/ok.js';
import { filteredPageQuery, pageQuery } from '../shared/page-queries.js';
import { flagInQuery, idField, omittable, type QueryOf, tagInQuery } from '../shared/request-fields.js';
import { id, list, text } from '../shared/schema.js';

const picture = { id: id('The picture.') };
const boardId = omittable(idField('Only pictures on this board.'));
const ownImages = {
  ...filteredPageQuery,
  boardId,
  isPublic: flagInQuery('Only visible pictures (true) or only hidden ones (false).'),
};
/** A search of the caller's pictures, as the client sends it. */
export type ImageListQuery = Partial<QueryOf<typeof ownImages>>;

export const listOwnImages = call({
  method: 'GET',
  path: '/images',
  summary: "Lists the caller's pictures",
  description: 'Includes hidden pictures; newest first by default.',
  query: ownImages,
  answer: list(imageSchema),
  paged: true,
});

export const getPicture = call({
  method: 'GET',
  path: '/images/:id',
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

export const createImage = call({
  method: 'POST',
  path: '/images',
  summary: 'Adds an uploaded picture to the album',
  description:
    'Each upload can be used once. The picture is hidden if its board is hidden. The event `image:ready` follows when its renditions are ready.',
  status: 201,
  body: { title: 'CreateImageDto', fields: createImageBody },
  answer: imageSchema,
  problems: ['invalid_address', 'already_used', 'quota_reached', 'forbidden', 'not_found'],
});

export const normalizeUpload = call({
  method: 'PUT',
  path: '/images/normalize',
  summary: "Returns the path of one of the caller's uploads, for any form of its address",
  body: { title: 'NormalizeDto', fields: normalizeBody },
  answer: normalizedSchema,
  problems: ['invalid_address', 'not_found', 'quota_reached'],
});

export const updateImage = call({
  method: 'PATCH',
  path: '/images/:id',
  summary: 'Updates a picture',
  description:
    'Omitted fields keep their values. Null clears a title or description and takes the picture off its board; an empty description clears it too. Moving a picture to a hidden board hides it.',
  params: picture,
  body: { title: 'UpdateImageDto', fields: updateImageBody },
  answer: imageSchema,
  problems: ['forbidden', 'not_found'],
});

export const setImageVisibility = call({
  method: 'PUT',
  path: '/images/:id/visibility',
  summary: 'Hides or shows a picture',
  params: picture,
  body: { title: 'ImageVisibilityDto', fields: imageVisibilityBody },
  answer: imageSchema,
  problems: ['forbidden', 'not_found'],
});

export const deleteImage = call({
  method: 'DELETE',
  path: '/images/:id',
  summary: 'Deletes a picture',
  params: picture,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});

export const listMemberImages = call({
  method: 'GET',
  path: '/users/:username/images',
  summary: 'Lists the pictures a member shows',
  description: 'Newest first. A private member exists only for themselves; others get 404.',
  params: { username: text('The Oni ID.', { example: 'vesper' }) },
  query: { ...pageQuery, boardId },
  answer: list(imageSchema),
  paged: true,
  problems: ['not_found'],
});
