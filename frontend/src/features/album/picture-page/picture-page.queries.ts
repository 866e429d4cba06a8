import { getPicture, type PictureContext } from '@oniverse/contracts';
import { queryOf } from '../../../api/calls.js';

/** No live events announce changes of others' pictures. */
const FRESH_MS = 60_000;

/** A picture with those around it. Fails with 404 if the reader may not see it. */
export const picturePageQuery = (id: string, { tag, board }: PictureContext) =>
  queryOf(getPicture, { id, query: tag === undefined ? { boardId: board } : { tag } }, FRESH_MS);
