import type { ConversationView, CurrentUser } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { OpenedInChat } from '../../../frame/chat-address.js';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { markReadTo } from '../log/index.js';
import { findThread, ThreadPanel } from '../threads/index.js';
import { plainNameOf } from './conversation-name.js';
import { useShowMember, useViewer } from './conversation-page.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';

interface ConversationThreadProps {
  conversation: ConversationView;
  me: CurrentUser;
  opened: OpenedInChat;
}

const doNothing = () => undefined;

/** The thread that the address opens, as a part of its conversation. */
export function ConversationThread({ conversation, me, opened }: ConversationThreadProps) {
  const { id, members, isClosed } = conversation;
  const { thread, start = 0, message } = opened;
  const client = useQueryClient();
  const hidden = useHiddenMembers();
  const viewer = useViewer(me, isClosed);
  const showMember = useShowMember();
  const place = useMemo(() => ({ serverId: null, channelId: id }), [id]);
  const onRead = useCallback(
    (threadId: string, seq: number) => {
      const cached = findThread(client, null, threadId);
      if (cached && cached.readSeq < seq) markReadTo(me.id, { serverId: null, channelId: threadId, seq });
    },
    [client, me.id],
  );
  return (
    <ThreadPanel
      place={place}
      channelName={plainNameOf(conversation)}
      opened={thread === undefined ? { start } : { thread }}
      targetSeq={message}
      isMember
      me={viewer}
      hidden={hidden}
      people={members}
      slowMode={undefined}
      joinBar={<p className="direct__note muted">{TEXTS.closed}</p>}
      onMention={doNothing}
      onRead={onRead}
      onShowMember={showMember}
    />
  );
}
