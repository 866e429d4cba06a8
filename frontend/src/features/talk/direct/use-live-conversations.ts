import type { ConversationLine, MessageView } from '@oniverse/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endAll, onConnected, onLive, startLive } from '../../../live/live.js';
import { hintedThrottle } from '../../../live/throttle.js';
import { currentUser } from '../../../session/session.js';
import { areCounted, useHiddenMembers } from '../../safety/safety/index.js';
import { confirmRead, excerptOf, onReadMarks } from '../log/index.js';
import {
  applyThreadChange,
  applyThreadRead,
  countUnreadInThreads,
  findThread,
  refetchThreads,
} from '../threads/index.js';
import { withLine, withSeen } from './direct.changes.js';
import {
  applyRead,
  applyUnreadInThreads,
  conversationQuery,
  isListed,
  refetchConversations,
  updateConversations,
} from './direct.queries.js';

const lineOf = ({ seq, userId, content, deletedAt, createdAt }: MessageView): ConversationLine => ({
  seq,
  userId,
  excerpt: deletedAt === null ? excerptOf(content) : null,
  createdAt,
});

function subscribe(client: QueryClient): () => void {
  const { request, stop } = hintedThrottle(() => void refetchConversations(client));
  const threads = hintedThrottle(() => void refetchThreads(client));
  const isCached = (id: string): boolean =>
    isListed(client, id) || client.getQueryData(conversationQuery(id).queryKey) !== undefined;
  const apply = (id: string, line: ConversationLine) => {
    if (!isCached(id)) return;
    const authors = line.userId === null ? undefined : [line.userId];
    const isCounted = areCounted(client, authors);
    const change = { id, line, me: currentUser(client)?.id ?? '', isCounted: isCounted === true };
    updateConversations(client, (cached) => withLine(cached, change));
    if (isCounted === undefined) request();
  };
  const countThreads = (id: string) => {
    const count = countUnreadInThreads(client, null, (parentId) => parentId === id);
    // Only the server knows the sum, or what hidden members wrote.
    const isKnown = count !== undefined && areCounted(client, undefined) === true;
    if (isKnown) applyUnreadInThreads(client, id, count);
    else request();
  };
  /** @param channelId a conversation, or a thread of one */
  const applyMark = (channelId: string, seq: number) => {
    applyRead(client, channelId, seq);
    applyThreadRead(client, channelId, seq);
    const thread = findThread(client, null, channelId);
    if (thread) countThreads(thread.parentId);
    else if (!isCached(channelId)) request();
  };
  return endAll(
    stop,
    threads.stop,
    onConnected(request),
    onLive('attention:changed', request),
    onLive('conversation:changed', ({ id, last }) => {
      if (last) apply(id, last);
      if (last === null || !isListed(client, id)) request();
      // A member who left follows no threads there.
      if (last === null) threads.request();
    }),
    onLive('conversation:seen', (mark) => updateConversations(client, (cached) => withSeen(cached, mark))),
    // Of the open conversation, earlier than the event above.
    onLive('messages:created', ({ channelId, messages }) => {
      const newest = messages.at(-1);
      if (newest) apply(channelId, lineOf(newest));
    }),
    onLive('message:edited', (message) => apply(message.channelId, lineOf(message))),
    onLive('message:deleted', ({ channelId, seq }) =>
      updateConversations(client, (cached) =>
        cached.id === channelId && cached.last?.seq === seq
          ? { ...cached, last: { ...cached.last, excerpt: null } }
          : cached,
      ),
    ),
    // Again when the server has it: an answer in between may have counted these messages as unread.
    onReadMarks(({ serverId, channelId, seq }) => {
      if (serverId === null) applyMark(channelId, seq);
    }),
    onLive('read-marks:changed', ({ marks }) => {
      if (marks === null) request();
      for (const { serverId, channelId, seq } of marks ?? []) {
        if (serverId !== null) continue;
        confirmRead(channelId, seq);
        applyMark(channelId, seq);
      }
    }),
    onLive('thread:changed', (change) => {
      if (change.serverId !== null) return;
      if (areCounted(client, undefined) === undefined) threads.request();
      void applyThreadChange(client, change).then(() => countThreads(change.parentId));
    }),
  );
}

/** Keeps the member's conversations live. Use it only once: some events increment counts. */
export function useLiveConversations(): void {
  const client = useQueryClient();
  // Hidden members decide what counts.
  useHiddenMembers();
  useEffect(() => {
    startLive();
    const stop = subscribe(client);
    // Data fetched before the subscription may be outdated.
    void refetchConversations(client);
    return stop;
  }, [client]);
}
