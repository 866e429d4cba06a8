import { type ChannelView, type CurrentUser, type MemberView, type ServerView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useMedia } from '../../../ui/use-media.js';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { ThreadPanel } from '../threads/index.js';
import { JoinBar } from './join-bar.js';
import { useMemberSearch } from './members.queries.js';
import type { Selection } from './selection.js';
import { catalogueOf, useViewer } from './server-facts.js';
import { markRead } from './use-live-dimensions.js';

export const isThreadOpen = ({ thread, start }: Selection): boolean =>
  thread !== undefined || start !== undefined;

/** Returns whether a thread covers the messages of its channel, as in the style sheet. */
export const useIsCovered = (isOpen: boolean): boolean => useMedia('(max-width: 900px)') && isOpen;

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
  const viewer = useViewer(server, me);
  const { id: serverId } = server;
  const onRead = useCallback(
    (channelId: string, seq: number) => markRead(client, { serverId, channelId, seq }),
    [client, serverId],
  );
  const { channel: channelId = '', thread, start = 0, message } = selection;
  return (
    <ThreadPanel
      place={{ path: catalogueOf(server).path, serverId, channelId }}
      channelName={channels.find((channel) => channel.id === channelId)?.name}
      opened={thread === undefined ? { start } : { thread }}
      targetSeq={message}
      isMember={server.membership !== null}
      me={viewer}
      hidden={hidden}
      people={people}
      joinBar={<JoinBar server={server} />}
      onMention={setMentionPrefix}
      onRead={onRead}
      onShowMember={onShowMember}
    />
  );
}
