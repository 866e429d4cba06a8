import { type ChannelView, type CurrentUser, type MemberView, type ServerView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { slowModeOf } from '../messages/index.js';
import { ThreadPanel } from '../threads/index.js';
import { JoinBar } from './join-bar.js';
import { useMemberSearch } from './members.queries.js';
import type { Selection } from './selection.js';
import { catalogueOf } from './server-facts.js';
import { markRead } from './use-live-dimensions.js';
import { useViewer } from './use-viewer.js';

interface ThreadSideProps {
  server: ServerView;
  channels: readonly ChannelView[];
  selection: Selection;
  me: CurrentUser;
  onShowMember: (userId: string, username: string) => void;
}

const NO_MEMBERS: readonly MemberView[] = [];

/** The thread that the address opens, as a part of its dimension. */
export function ThreadSide({ server, channels, selection, me, onShowMember }: ThreadSideProps) {
  const client = useQueryClient();
  const [mentionPrefix, setMentionPrefix] = useState('');
  const { members: people = NO_MEMBERS } = useMemberSearch(server.id, mentionPrefix);
  const hidden = useHiddenMembers();
  const { id: serverId } = server;
  const channel = channels.find(({ id }) => id === selection.channel);
  const viewer = useViewer(me, server, channel);
  const onRead = useCallback(
    (channelId: string, seq: number) => markRead(client, { serverId, channelId, seq }),
    [client, serverId],
  );
  const { channel: channelId = '', thread, start = 0, message } = selection;
  const { path } = catalogueOf(server);
  const place = useMemo(() => ({ path, serverId, channelId }), [path, serverId, channelId]);
  return (
    <ThreadPanel
      place={place}
      channelName={channel?.name}
      opened={thread === undefined ? { start } : { thread }}
      targetSeq={message}
      isMember={server.membership !== null}
      me={viewer}
      hidden={hidden}
      people={people}
      slowMode={slowModeOf(viewer, channel)}
      joinBar={<JoinBar server={server} isLocked={viewer.isLocked} />}
      onMention={setMentionPrefix}
      onRead={onRead}
      onShowMember={onShowMember}
    />
  );
}
