import type { ChannelView, CurrentUser, MemberView, ServerView } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { serverMessageOf } from '../../api/http.js';
import { ConnectionBadge, ConnectionBanner } from '../../live/connection-banner.js';
import { Button } from '../../ui/button.js';
import { Drawer } from '../../ui/drawer.js';
import { Icon } from '../../ui/icons.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { MessageComposer } from '../messages/message-composer.js';
import { MessageList } from '../messages/message-list.js';
import { MESSAGE_TEXTS } from '../messages/messages.texts.js';
import { TypingLine } from '../messages/typing-line.js';
import { PageFrame } from '../pages/page-frame.js';
import { ChannelPanel } from './channel-panel.js';
import { useChannels, useIsJoining, useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { KeysDialog } from './keys-dialog.js';
import { MemberCard } from './member-card.js';
import { MemberPanel } from './member-panel.js';
import { useMemberSearch } from './members.queries.js';
import { watchPresence } from './presence.store.js';
import type { Selection } from './selection.js';
import { isStaffOf } from './server-menu.js';
import { markRead } from './use-live-dimensions.js';
import { useRoomKeys } from './use-room-keys.js';

const { room: TEXTS } = DIMENSIONS_TEXTS;

/** What stands in the composer's place for one who only reads. */
function JoinBar({ serverId }: { serverId: string }) {
  const { mutate: join } = useJoin();
  const isJoining = useIsJoining(serverId);
  return (
    <div className="join">
      <p className="small t2 grow">{TEXTS.mustJoin}</p>
      <Button look="primary" disabled={isJoining} onClick={() => join(serverId)}>
        {isJoining ? TEXTS.joining : TEXTS.join}
      </Button>
    </div>
  );
}

interface ConversationProps {
  server: ServerView;
  channel: ChannelView;
  named: number | undefined;
  me: CurrentUser;
  onShowMember: (userId: string, username: string) => void;
}

const NOBODY: readonly MemberView[] = [];

function Conversation({ server, channel, named, me, onShowMember }: ConversationProps) {
  const client = useQueryClient();
  /** The name that is begun behind an @. */
  const [begun, setBegun] = useState('');
  const { members: people = NOBODY } = useMemberSearch(server.id, begun);
  const { id: serverId } = server;
  const { id: channelId } = channel;
  const isMember = server.membership !== null;
  /** Where the reader was when the channel was opened. */
  const [readSeq] = useState(isMember ? channel.readSeq : null);
  const onRead = useCallback(
    (seq: number) => {
      if (isMember) markRead(client, { serverId, channelId, seq });
    },
    [client, serverId, channelId, isMember],
  );
  const { id, username } = me;
  const isStaff = isStaffOf(server);
  const viewer = useMemo(() => ({ id, username, isMember, isStaff }), [id, username, isMember, isStaff]);
  return (
    <>
      <MessageList
        channelId={channelId}
        channelName={channel.name}
        me={viewer}
        readSeq={readSeq}
        named={named}
        onRead={onRead}
        onShowMember={onShowMember}
      />
      <div className="chat__line">
        <TypingLine channelId={channelId} me={id} />
        <ConnectionBanner />
      </div>
      {isMember ? (
        <MessageComposer
          channelId={channelId}
          channelName={channel.name}
          userId={id}
          people={people}
          onMention={setBegun}
        />
      ) : (
        <JoinBar serverId={serverId} />
      )}
    </>
  );
}

interface RoomProps {
  server: ServerView;
  /** What the address names; without a channel the default one is shown. */
  selection: Selection;
  me: CurrentUser;
}

function useRoom(server: ServerView, channelId: string | undefined) {
  const { data: channels, error, refetch } = useChannels(server.id);
  const channel =
    channels?.find(({ id }) => id === channelId) ??
    channels?.find(({ isDefault }) => isDefault) ??
    channels?.at(0);
  useEffect(() => watchPresence(server.id), [server.id]);
  return { channels, channel, error, refetch };
}

/** A server: its channels, the conversation of the one that is open, and who is online. */
export function Room({ server, selection, me }: RoomProps) {
  const { channels, channel, error, refetch } = useRoom(server, selection.channel);
  const [drawer, setDrawer] = useState<'channels' | 'people' | null>(null);
  const [shownMember, setShownMember] = useState<{ userId: string; username: string } | null>(null);
  const [hasKeys, setKeys] = useState(false);
  const showKeys = useCallback(() => setKeys(true), []);
  useRoomKeys(server, channels, channel?.id, showKeys);
  const closeDrawer = () => setDrawer(null);
  const showMember = useCallback((userId: string, username: string) => {
    setDrawer(null);
    setShownMember({ userId, username });
  }, []);
  const isLoading = !channels && !error;
  const panel = { server, channels, isLoading, current: channel?.id, me: me.id, onShowMember: showMember };
  const people = <MemberPanel serverId={server.id} me={me.id} onShow={showMember} />;
  const { online } = DIMENSIONS_TEXTS.people;
  return (
    <PageFrame className="chat">
      <h1 className="vh">{server.name}</h1>
      <aside className="chat__ch chat__ch--wide" aria-label={TEXTS.channels}>
        <ChannelPanel {...panel} />
      </aside>
      {drawer === 'channels' && (
        <Drawer side="left" name={TEXTS.channels} onClose={closeDrawer}>
          <ChannelPanel {...panel} onChoose={closeDrawer} />
        </Drawer>
      )}
      {drawer === 'people' && (
        <Drawer side="right" name={online} onClose={closeDrawer}>
          {people}
        </Drawer>
      )}
      <section className="chat__main" aria-label={TEXTS.messagesIn(channel?.name ?? server.name)}>
        <header className="chat__top">
          <Button
            small
            look="quiet"
            className="btn--icon chat__more"
            aria-label={TEXTS.channels}
            aria-haspopup="dialog"
            onClick={() => setDrawer('channels')}
          >
            <Icon name="menu" />
          </Button>
          {channel && (
            <>
              <h2 className="h4 chat__name">
                <span className="t3" aria-hidden="true">
                  #
                </span>{' '}
                {channel.name}
              </h2>
              <p className="small t3 chat__topic">{channel.description}</p>
            </>
          )}
          <span className="grow" />
          <ConnectionBadge />
          <Button
            small
            look="quiet"
            className="btn--icon chat__people"
            aria-label={online}
            aria-haspopup="dialog"
            onClick={() => setDrawer('people')}
          >
            <Icon name="user" />
          </Button>
        </header>
        {channel && (
          <Conversation
            key={channel.id}
            server={server}
            channel={channel}
            named={selection.channel === channel.id ? selection.message : undefined}
            me={me}
            onShowMember={showMember}
          />
        )}
        {isLoading && (
          <div className="chat__mid">
            <LoadingFigure text={MESSAGE_TEXTS.loading} />
          </div>
        )}
        {channels?.length === 0 && <p className="chat__mid t2">{TEXTS.noChannels}</p>}
        {error && !channels && (
          <div className="chat__mid" role="alert">
            <p className="h4">{DIMENSIONS_TEXTS.failedChannels}</p>
            <p className="small t2">{serverMessageOf(error) ?? DIMENSIONS_TEXTS.unreachable}</p>
            <Button small onClick={() => void refetch()}>
              {DIMENSIONS_TEXTS.tryAgain}
            </Button>
          </div>
        )}
      </section>
      <aside className="chat__on chat__on--wide" aria-label={online}>
        {people}
      </aside>
      <MemberCard server={server} me={me.id} shown={shownMember} onClose={() => setShownMember(null)} />
      <KeysDialog open={hasKeys} onClose={() => setKeys(false)} />
    </PageFrame>
  );
}
