import { type PictureContext, picturePageSchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { typedQuery } from '../../api/query-client.js';

/** No live events announce changes of others' pictures. */
const FRESH_MS = 60_000;

/** A picture with those around it. Fails with 404 if the reader may not see it. */
export function picturePageQuery(id: string, { tag, board }: PictureContext) {
  const context = new URLSearchParams({
    ...(tag !== undefined && { tag }),
    ...(tag === undefined && board !== undefined && { boardId: board }),
  });
  return queryOptions({
    queryKey: ['/api', 'images', id, `?${context}`] as const,
    queryFn: typedQuery(picturePageSchema),
    staleTime: FRESH_MS,
  });
}
