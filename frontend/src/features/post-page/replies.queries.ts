import { type CreateReplyBody, listRipples, replySchema } from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { listOf } from '../../api/calls.js';
import { failureMessageOf, http } from '../../api/http.js';
import { listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { showToast } from '../../ui/toast-store.js';
import { postPageQuery } from '../posts/index.js';
import { REPLIES_TEXTS } from './post-page.texts.js';

/** The page shows live hints; one that was left longer ago than this is fetched again. */
const FRESH_MS = 10_000;
const keyOf = (postId: string) => ['/api', 'posts', postId] as const;

export const repliesQuery = (postId: string) =>
  listQuery([...keyOf(postId), 'replies'], replySchema, { limit: '50' }, FRESH_MS);

/** Who sent a ripple, for the author of the post. */
export const ripplesQuery = (id: string) => listOf(listRipples, { id, query: { limit: 20 } }, FRESH_MS);

/** Fetches the post, its replies and its ripples again. */
export const refreshPost = (client: QueryClient, postId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: postPageQuery(postId).queryKey });

export function useReply(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateReplyBody) =>
      parse(replySchema, await http(`/api/posts/${postId}/replies`, { method: 'POST', body })),
    // Awaited, so that the reply is in the list before its form closes.
    onSuccess: async () => refreshPost(client, postId),
    // The post may be hidden or closed by now.
    onError: () => void refreshPost(client, postId),
  });
}

export function useDeleteReply(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => http(`/api/replies/${id}`, { method: 'DELETE' }),
    onError: (error) =>
      showToast({
        title: REPLIES_TEXTS.deletion.failed,
        description: failureMessageOf(error),
        variant: 'destructive',
      }),
    onSettled: async () => refreshPost(client, postId),
  });
}
