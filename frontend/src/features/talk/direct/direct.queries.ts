import {
  acceptConversation,
  addConversationMember,
  type ConversationView,
  declineConversation,
  type Disappearing,
  getConversation,
  leaveConversation,
  listConversations,
  setChannelAttention,
  updateConversation,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { addressOf, isQueryOf, type ListPage, listOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { ATTENTION_TEXTS } from '../attention/index.js';
import { readTo, withReadMark } from '../log/index.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';

const PAGE = 30;

type Pages = InfiniteData<ListPage<ConversationView>, string>;

const listedQuery = listOf(listConversations, { query: { limit: PAGE } });
const requestsQuery = listOf(listConversations, { query: { limit: PAGE, requested: true } });
export const conversationQuery = (id: string) => queryOf(getConversation, { id });

const withReadMarks = ({ pages }: Pages): ConversationView[] =>
  pages.flatMap(({ items }) => items.map(withReadMark));
const itemsOf = ({ pages }: Pages): ConversationView[] => pages.flatMap(({ items }) => items);

/** Returns the member's conversations with messages. */
export const useConversations = () => useInfiniteQuery({ ...listedQuery, select: withReadMarks });

/** Returns the conversations that wait for the member to accept or decline. */
export const useRequests = () => useInfiniteQuery({ ...requestsQuery, select: itemsOf });

/** @param id undefined while none is chosen */
export const useConversation = (id: string | undefined) =>
  useQuery({ ...conversationQuery(id ?? ''), select: withReadMark, enabled: id !== undefined });

/** Fetches the conversations that are shown again; the others when they are shown next. */
export const refetchConversations = (client: QueryClient): Promise<void> =>
  invalidateAndRefetch(client, { queryKey: addressOf(listConversations) });

const isList = isQueryOf(listConversations);
const isOne = isQueryOf(getConversation);

/** Changes a conversation wherever it is cached. A running fetch may be older than the change, so it is repeated. */
export function updateConversations(
  client: QueryClient,
  change: (cached: ConversationView) => ConversationView,
): void {
  client.setQueriesData<Pages>(
    { predicate: isList },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
  );
  client.setQueriesData<ConversationView>({ predicate: isOne }, (cached) => cached && change(cached));
  if (client.isFetching({ queryKey: addressOf(listConversations) }) > 0) void refetchConversations(client);
}

/** Moves the read mark of a conversation wherever it is cached. */
export const applyRead = (client: QueryClient, id: string, seq: number): void =>
  updateConversations(client, (cached) => (cached.id === id ? readTo(cached, seq) : cached));

/** Sets the unread messages in the followed threads of a conversation wherever it is cached. */
export const applyUnreadInThreads = (client: QueryClient, id: string, unreadInThreads: number): void =>
  updateConversations(client, (cached) => (cached.id === id ? { ...cached, unreadInThreads } : cached));

/** Whether the lists have a conversation, as far as they are loaded. */
export const isListed = (client: QueryClient, id: string): boolean =>
  [listedQuery, requestsQuery].some(({ queryKey }) =>
    client.getQueryData(queryKey)?.pages.some(({ items }) => items.some((item) => item.id === id)),
  );

/** Shows the answer of a change at once. */
const useShowAnswer = () => {
  const client = useQueryClient();
  return (conversation: ConversationView) => {
    client.setQueryData(conversationQuery(conversation.id).queryKey, conversation);
    void refetchConversations(client);
  };
};

export const useAccept = (id: string) => {
  const onSuccess = useShowAnswer();
  return useMutation({
    mutationFn: async () => send(acceptConversation, { id }),
    onSuccess,
    onError: (error) => showFailure(TEXTS.failed.accept, error),
  });
};

/** The dialog shows why it failed. */
export const useRename = (id: string) => {
  const onSuccess = useShowAnswer();
  return useMutation({
    mutationFn: async (name: string) => send(updateConversation, { id, body: { name } }),
    onSuccess,
    onError: showNoToast,
  });
};

export const useChooseDisappearing = (id: string) => {
  const onSuccess = useShowAnswer();
  return useMutation({
    mutationFn: async (disappearsAfter: Disappearing) =>
      send(updateConversation, { id, body: { disappearsAfter } }),
    onSuccess,
    onError: (error) => showFailure(TEXTS.disappearing.failed, error),
  });
};

/** Mutes a conversation, or ends that. */
export const useMute = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mute: boolean) =>
      send(setChannelAttention, { id, body: { level: mute ? 'nothing' : 'dimension' } }),
    onSuccess: (_answer, isMuted) =>
      updateConversations(client, (cached) => (cached.id === id ? { ...cached, isMuted } : cached)),
    onError: (error) => showFailure(ATTENTION_TEXTS.failed, error),
  });
};

/** The dialog shows why it failed. */
export const useAddMember = (id: string) => {
  const onSuccess = useShowAnswer();
  return useMutation({
    mutationFn: async (userId: string) => send(addConversationMember, { id, body: { userId } }),
    onSuccess,
    onError: showNoToast,
  });
};

const ENDINGS = { decline: declineConversation, leave: leaveConversation } as const;

/** Declines a request, or leaves a conversation, which the member does not see afterwards. */
export function useEndConversation(id: string, ending: keyof typeof ENDINGS, onEnded: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => send(ENDINGS[ending], { id }),
    onSuccess: async () => {
      await onEnded();
      client.removeQueries({ queryKey: conversationQuery(id).queryKey });
      await refetchConversations(client);
    },
    onError: (error) => showFailure(TEXTS.failed[ending], error),
  });
}
