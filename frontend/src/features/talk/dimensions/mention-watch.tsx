import { useEffect } from 'react';
import { useMentionCount } from '../../../ui/page-title.js';
import { useSession } from '../../../session/session.js';
import { useLiveLog } from '../log/index.js';
import { useServers } from './dimensions.queries.js';
import { useLiveDimensions } from './use-live-dimensions.js';

/** Keeps the member's servers and drafts live on every page, and counts unread mentions for the navigation and the page title. */
export default function MentionWatch() {
  const session = useSession();
  useLiveDimensions();
  useLiveLog(session.user?.id);
  const { data = [] } = useServers(session);
  const count = data.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  useEffect(() => {
    useMentionCount.setState({ count });
    return () => useMentionCount.setState({ count: 0 });
  }, [count]);
  return null;
}
