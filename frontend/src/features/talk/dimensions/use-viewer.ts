import type { ChannelView, CurrentUser, ServerView } from '@oniverse/contracts';
import { useMemo } from 'react';
import type { Viewer } from '../messages/index.js';
import { useStanding } from './server-facts.js';

/** Returns the member as the reader of a channel or its threads. */
export function useViewer(me: CurrentUser, server: ServerView, channel: ChannelView | undefined): Viewer {
  const standing = useStanding(server);
  const { id, username, displayName, profileImageUrl } = me;
  const isLocked = channel?.isLocked ?? false;
  const showsLinkPreviews = me.showsLinkPreviews && server.hasLinkPreviews;
  return useMemo(
    () => ({ id, username, displayName, profileImageUrl, standing, isLocked, showsLinkPreviews }),
    [id, username, displayName, profileImageUrl, standing, isLocked, showsLinkPreviews],
  );
}
