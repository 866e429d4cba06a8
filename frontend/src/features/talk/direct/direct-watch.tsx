import { useEffect } from 'react';
import { useMentionCount } from '../../../ui/page-title.js';
import { useConversations, useRequests } from './direct.queries.js';
import { useLiveConversations } from './use-live-conversations.js';

/** Keeps the member's conversations live on every page, and tells the navigation whether any waits to be read. */
export default function DirectWatch() {
  useLiveConversations();
  const { data: conversations = [] } = useConversations();
  const { data: requests = [] } = useRequests();
  const isUnread = [...conversations, ...requests].some(
    ({ unreadCount, unreadInThreads, isMuted }) => unreadCount + unreadInThreads > 0 && !isMuted,
  );
  useEffect(() => {
    useMentionCount.setState({ isDirectUnread: isUnread });
    return () => useMentionCount.setState({ isDirectUnread: false });
  }, [isUnread]);
  return null;
}
