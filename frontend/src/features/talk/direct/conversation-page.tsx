import type { ConversationView, CurrentUser } from '@oniverse/contracts';
import { memberPath } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ConnectionBanner } from '../../../live/connection-banner.js';
import { Named } from '../../../ui/named.js';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { ChannelGames, OfferButton, useGameCommands } from '../games/index.js';
import { markReadTo, withReadMark } from '../log/index.js';
import { MessageComposer, MessageDialogs, MessageList, TypingLine, type Viewer } from '../messages/index.js';
import { useThreadParts } from '../threads/index.js';
import { oniIdsOf, plainNameOf } from './conversation-name.js';
import { conversationQuery } from './direct.queries.js';
import { DIRECT_TEXTS as TEXTS } from './direct.texts.js';
import { SeenLine } from './seen-line.js';
import { TwoStarFigure } from './two-star-figure.js';

/** Returns the member as the reader of a conversation and its threads, which have members without roles. */
export function useViewer(me: CurrentUser, isClosed: boolean): Viewer {
  const { id, username, displayName, profileImageUrl, showsLinkPreviews } = me;
  return useMemo(
    () => ({
      id,
      username,
      displayName,
      profileImageUrl,
      standing: 'member',
      isLocked: isClosed,
      isInConversation: true,
      showsLinkPreviews,
    }),
    [id, username, displayName, profileImageUrl, isClosed, showsLinkPreviews],
  );
}

function Start({ conversation }: { conversation: ConversationView }) {
  const { id, members, isWaiting, lastSeq, createdAt } = conversation;
  const others = oniIdsOf(members);
  return (
    <div className="direct-start">
      <TwoStarFigure id={id} look="start" isRequest={isWaiting} />
      {others.length > 0 && (
        <p className="small muted">
          {lastSeq === 0 || isWaiting ? TEXTS.begin(others) : TEXTS.since(others, createdAt)}
        </p>
      )}
    </div>
  );
}

/** Returns what opens the profile of a member. */
export function useShowMember(): (userId: string, username: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (_userId: string, username: string) => void navigate({ to: memberPath(username) }),
    [navigate],
  );
}

interface ConversationPageProps {
  conversation: ConversationView;
  me: CurrentUser;
  targetSeq: number | undefined;
  /** A thread covers the messages, so that they are not read. */
  isCovered: boolean;
}

const doNothing = () => undefined;

/** What is written in a conversation, and the field to write. Give it a key for each conversation. */
export function ConversationPage({ conversation, me, targetSeq, isCovered }: ConversationPageProps) {
  const { id, members, isWaiting, isClosed, disappearsAfter, readSeq, unreadCount } = conversation;
  const client = useQueryClient();
  const hidden = useHiddenMembers();
  const viewer = useViewer(me, isClosed);
  const name = plainNameOf(conversation);
  /** The conversation when it was opened. */
  const [opened] = useState({ readSeq, unreadCount, mentionCount: 0 });
  const onRead = useCallback(
    (seq: number) => {
      const cached = client.getQueryData(conversationQuery(id).queryKey);
      if (cached && !isCovered && withReadMark(cached).readSeq < seq) {
        markReadTo(me.id, { serverId: null, channelId: id, seq });
      }
    },
    [client, id, isCovered, me.id],
  );
  const showMember = useShowMember();
  const place = useMemo(() => ({ serverId: null, channelId: id }), [id]);
  const mayPlay = !isClosed && !isWaiting;
  const threads = useThreadParts(place, mayPlay);
  const commands = useGameCommands({ channelId: id, userId: me.id });
  return (
    <>
      {!isWaiting && (
        <ChannelGames
          place={place}
          mayPlay={mayPlay}
          opponentId={members.length === 1 ? members[0]?.userId : undefined}
        />
      )}
      <MessageList
        channelId={id}
        channelName={name}
        label={TEXTS.messages(name)}
        start={<Start conversation={conversation} />}
        me={viewer}
        hidden={hidden}
        opened={opened}
        targetSeq={targetSeq}
        {...(!isWaiting && { threads })}
        onRead={onRead}
        onShowMember={showMember}
      />
      <div className="chat__line">
        <TypingLine channelId={id} me={me.id} hidden={hidden} />
        <SeenLine conversation={conversation} me={me.id} />
        <ConnectionBanner />
      </div>
      {isClosed ? (
        <p className="direct__note muted">{TEXTS.closed}</p>
      ) : (
        <>
          {disappearsAfter !== 'never' && (
            <p className="direct__note small muted">{TEXTS.disappearing.says[disappearsAfter]}</p>
          )}
          {isWaiting && (
            <p className="direct__note small muted">
              <Named text={TEXTS.waiting} name={name} />
            </p>
          )}
          <MessageComposer
            talkId={id}
            channelName={name}
            label={TEXTS.write(name)}
            userId={me.id}
            people={members}
            isTextOnly={isWaiting}
            {...(mayPlay && { commands, tools: <OfferButton channelId={id} /> })}
            onMention={doNothing}
          />
        </>
      )}
      <MessageDialogs />
    </>
  );
}
