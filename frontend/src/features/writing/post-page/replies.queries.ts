import {
  createReply,
  type CreateReplyBody,
  deleteReply,
  listReplies,
  listRipples,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listOf, send } from '../../../api/calls.js';
import { showFailure } from '../../../ui/show-failure.js';
import { refreshPost } from '../posts/index.js';
import { REPLIES_TEXTS } from './post-page.texts.js';

/** The page shows live hints; one that was left longer ago than this is fetched again. */
const FRESH_MS = 10_000;

export const repliesQuery = (id: string) => listOf(listReplies, { id, query: { limit: 50 } }, FRESH_MS);

/** Who sent a ripple, for the author of the post. */
export const ripplesQuery = (id: string) => listOf(listRipples, { id, query: { limit: 20 } }, FRESH_MS);

export function useReply(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateReplyBody) => send(createReply, { id: postId, body }),
    // Awaited, so that the reply is in the list before its form closes.
    onSuccess: async () => refreshPost(client, postId),
    // The post may be hidden or closed by now.
    onError: () => void refreshPost(client, postId),
  });
}

export function useDeleteReply(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => send(deleteReply, { id }),
    onError: (error) => showFailure(REPLIES_TEXTS.deletion.failed, error),
    onSettled: async () => refreshPost(client, postId),
  });
}
