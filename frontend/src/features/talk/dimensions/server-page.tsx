import '../../../frame/chat.css';
import './dimensions.css';
import {
  type ChannelView,
  type CurrentUser,
  mayWriteIn,
  type MemberView,
  nextFullMoon,
  retentionOf,
  type ServerView,
  writeMessageOperator,
} from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { ConnectionBadge, ConnectionBanner } from '../../../live/connection-banner.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Drawer } from '../../../ui/drawer.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { formatMoment } from '../../../ui/dates.js';
import { useNow } from '../../../ui/now.js';
import {
  MESSAGE_TEXTS,
  MessageComposer,
  MessageDialogs,
  MessageList,
  PinsButton,
  slowModeOf,
  TypingLine,
  useFollowHeldMessages,
  type Viewer,
} from '../messages/index.js';
import { ChannelFilesButton } from '../channel-files/index.js';
import { RadioPart } from '../radio/index.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { ChannelGames, OfferButton, useGameCommands } from '../games/index.js';
import { useHiddenMembers } from '../../safety/safety/index.js';
import { isThreadOpen, useIsCovered, useThreadParts } from '../threads/index.js';
import { ChannelPanel } from './channel-panel.js';
import { useChannels } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { InviteDialog } from './invite-dialog.js';
import { JoinBar } from './join-bar.js';
import { KeysDialog } from './keys-dialog.js';
import { ServerMemberDialog } from './server-member-dialog.js';
import { MemberPanel } from './member-panel.js';
import { useMemberSearch } from './members.queries.js';
import { watchPresence } from './presence.store.js';
import { RETENTION_TEXTS } from './retention.texts.js';
import type { Selection } from './selection.js';
import { catalogueOf } from './server-facts.js';
import { ThreadSide } from './thread-side.js';
import { markRead } from './use-live-dimensions.js';
import { useServerPageKeys } from './use-server-page-keys.js';
import { useViewer } from './use-viewer.js';

const { server: TEXTS } = DIMENSIONS_TEXTS;

interface ChannelPageProps {
  server: ServerView;
  channel: ChannelView;
  targetSeq: number | undefined;
  /** A thread covers the messages, so that they are not read. */
  isCovered: boolean;
  viewer: Viewer;
  onShowMember: (userId: string, username: string) => void;
}

const NO_MEMBERS: readonly MemberView[] = [];

/** Returns what a channel does by itself, in sentences. */
function useRules(server: ServerView, channel: ChannelView): string[] {
  const now = useNow();
  const kept = RETENTION_TEXTS.note(retentionOf(server, channel, now));
  return [
    ...(kept === undefined ? [] : [kept]),
    ...(channel.opensAtFullMoon ? [TEXTS.fullMoon(formatMoment(nextFullMoon(now)))] : []),
  ];
}

function ChannelPage({ server, channel, targetSeq, isCovered, viewer, onShowMember }: ChannelPageProps) {
  const client = useQueryClient();
  const [mentionPrefix, setMentionPrefix] = useState('');
  const { members: people = NO_MEMBERS } = useMemberSearch(server.id, mentionPrefix);
  const { id: serverId } = server;
  const { id: channelId } = channel;
  const isMember = server.membership !== null;
  /** The channel when it was opened; null for visitors. */
  const [opened] = useState(isMember ? channel : null);
  const onRead = useCallback(
    (seq: number) => {
      if (isMember && !isCovered) markRead(client, { serverId, channelId, seq });
    },
    [client, serverId, channelId, isMember, isCovered],
  );
  const { path } = catalogueOf(server);
  const place = useMemo(() => ({ path, serverId, channelId }), [path, serverId, channelId]);
  const mayWrite = mayWriteIn(viewer.standing, viewer);
  const threads = useThreadParts(place, mayWrite);
  const commands = useGameCommands({ channelId, userId: viewer.id });
  const hidden = useHiddenMembers();
  const keptNext = RETENTION_TEXTS.noteNext(retentionOf(server, channel, useNow()));
  const rules = useRules(server, channel);
  return (
    <>
      <ChannelGames place={place} mayPlay={mayWrite} />
      {keptNext !== undefined && <output className="chat__note small">{keptNext}</output>}
      <MessageList
        channelId={channelId}
        channelName={channel.name}
        me={viewer}
        hidden={hidden}
        opened={opened}
        targetSeq={targetSeq}
        start={
          rules.length > 0 && channel.lastSeq > 0 ? (
            <p className="chat__kept small faint">{rules.join(' ')}</p>
          ) : null
        }
        threads={threads}
        onRead={onRead}
        onShowMember={onShowMember}
      />
      <div className="chat__line">
        <TypingLine channelId={channelId} me={viewer.id} hidden={hidden} />
        <ConnectionBanner />
      </div>
      {mayWrite ? (
        <MessageComposer
          talkId={channelId}
          channelName={channel.name}
          userId={viewer.id}
          people={people}
          slowMode={slowModeOf(viewer, channel)}
          opensAtFullMoon={channel.opensAtFullMoon}
          commands={commands}
          tools={<OfferButton channelId={channelId} />}
          onMention={setMentionPrefix}
        />
      ) : (
        <JoinBar server={server} isLocked={viewer.isLocked} />
      )}
    </>
  );
}

/** What a channel is about, for how long it keeps messages, and what it does at full moon. */
function ChannelTopic({ server, channel }: { server: ServerView; channel: ChannelView }) {
  const rules = useRules(server, channel);
  return (
    <p className="small faint chat__topic">
      {channel.description !== null && <bdi>{channel.description}</bdi>}
      {channel.description !== null && rules.length > 0 && ' · '}
      {rules.join(' ')}
    </p>
  );
}

interface ServerPageProps {
  server: ServerView;
  /** From the address. Without a channel, the default one is shown. */
  selection: Selection;
  me: CurrentUser;
  /** Whether the member has just created the server; opens the invite dialog. */
  isNew: boolean;
  onInvited: () => void;
}

function useServerChannels(server: ServerView, channelId: string | undefined) {
  const { data: channels, error, refetch } = useChannels(server.id);
  const channel =
    channels?.find(({ id }) => id === channelId) ??
    channels?.find(({ isDefault }) => isDefault) ??
    channels?.at(0);
  /** The address names a channel that the server does not have. */
  const isMissing = channelId !== undefined && channel !== undefined && channel.id !== channelId;
  useEffect(() => watchPresence(server.id), [server.id]);
  return { channels, channel, isMissing, error, refetch };
}

export function ServerPage({ server, selection, me, isNew, onInvited }: ServerPageProps) {
  const { channels, channel, isMissing, error, refetch } = useServerChannels(server, selection.channel);
  const [drawer, setDrawer] = useState<'menu' | 'people' | null>(null);
  const [shownMember, setShownMember] = useState<{ userId: string; username: string } | null>(null);
  useFollowHeldMessages();
  const [isKeysOpen, setKeysOpen] = useState(false);
  const showKeys = useCallback(() => setKeysOpen(true), []);
  useServerPageKeys(server, channels, channel?.id, showKeys);
  const viewer = useViewer(me, server, channel);
  const isThread = isThreadOpen(selection);
  const isCovered = useIsCovered(isThread);
  const closeDrawer = () => setDrawer(null);
  const showMember = useCallback((userId: string, username: string) => {
    setDrawer(null);
    setShownMember({ userId, username });
  }, []);
  const isLoading = !channels && !error;
  const open = { current: channel?.id, currentThread: selection.thread };
  const panel = { server, channels, isLoading, ...open, me: me.id, onShowMember: showMember };
  const people = <MemberPanel serverId={server.id} me={me.id} onShow={showMember} />;
  const { online } = DIMENSIONS_TEXTS.people;
  return (
    <PageFrame className="chat">
      <h1 className="vh">{server.name}</h1>
      <aside className="chat__channels chat__channels--wide" aria-label={TEXTS.channels}>
        <ChannelPanel {...panel} />
      </aside>
      {drawer === 'menu' && (
        <Drawer side="left" name={TEXTS.menu} onClose={closeDrawer}>
          <ChannelPanel {...panel} onChoose={closeDrawer}>
            <div className="chat__here">{people}</div>
          </ChannelPanel>
        </Drawer>
      )}
      {drawer === 'people' && (
        <Drawer side="right" name={online} onClose={closeDrawer}>
          {people}
        </Drawer>
      )}
      <section className="chat__main" aria-label={TEXTS.messagesIn(channel?.name ?? server.name)}>
        <header className="chat__top">
          <IconButton
            small
            icon="menu"
            className="chat__menu"
            name={TEXTS.menu}
            aria-haspopup="dialog"
            onClick={() => setDrawer('menu')}
          />
          {channel && (
            <>
              <h2 className="h4 chat__name">
                <span className="faint" aria-hidden="true">
                  #
                </span>{' '}
                <bdi>{channel.name}</bdi>
              </h2>
              <ChannelTopic server={server} channel={channel} />
            </>
          )}
          <span className="grow" />
          {channel && (
            <>
              {server.membership && (
                <Link
                  to="/search"
                  search={{ server: server.id, q: writeMessageOperator('in', channel.name) }}
                  className={`${buttonClass({ look: 'quiet', small: true })} btn--icon`}
                  aria-label={TEXTS.searchChannel(channel.name)}
                >
                  <Icon name="search" />
                </Link>
              )}
              <ChannelFilesButton
                key={`files ${channel.id}`}
                place={{ path: catalogueOf(server).path, serverId: server.id, channelId: channel.id }}
              />
              <PinsButton key={channel.id} channelId={channel.id} me={viewer} />
            </>
          )}
          <ConnectionBadge />
          <IconButton
            small
            icon="user"
            className="chat__people"
            name={online}
            aria-haspopup="dialog"
            onClick={() => setDrawer('people')}
          />
        </header>
        {channel && channels && (
          <RadioPart key={server.id} channel={channel} channels={channels} me={viewer} />
        )}
        {channel && isMissing && (
          <output className="chat__note small">{TEXTS.missingChannel(channel.name)}</output>
        )}
        {channel && (
          <ChannelPage
            key={channel.id}
            server={server}
            channel={channel}
            targetSeq={selection.channel === channel.id && !isThread ? selection.message : undefined}
            isCovered={isCovered}
            viewer={viewer}
            onShowMember={showMember}
          />
        )}
        {isLoading && (
          <div className="chat__middle">
            <LoadingFigure text={MESSAGE_TEXTS.loading} />
          </div>
        )}
        {channels?.length === 0 && <p className="chat__middle muted">{TEXTS.noChannels}</p>}
        {error && !channels && (
          <div className="chat__middle" role="alert">
            <p className="h4">{DIMENSIONS_TEXTS.failedChannels}</p>
            <p className="small muted">{failureMessageOf(error)}</p>
            <Button small onClick={() => void refetch()}>
              {DIMENSIONS_TEXTS.tryAgain}
            </Button>
          </div>
        )}
      </section>
      {isThread && channels && (
        <ThreadSide
          server={server}
          channels={channels}
          selection={selection}
          me={me}
          onShowMember={showMember}
        />
      )}
      {!isThread && (
        <aside className="chat__online chat__online--wide" aria-label={online}>
          {people}
        </aside>
      )}
      <ServerMemberDialog
        server={server}
        me={me.id}
        shown={shownMember}
        onClose={() => setShownMember(null)}
      />
      <MessageDialogs />
      {/* After the composer in the tree, so that the composer's focus is restored on close. */}
      {isNew && channel && <InviteDialog serverId={server.id} serverName={server.name} onClose={onInvited} />}
      <KeysDialog open={isKeysOpen} onClose={() => setKeysOpen(false)} />
    </PageFrame>
  );
}
