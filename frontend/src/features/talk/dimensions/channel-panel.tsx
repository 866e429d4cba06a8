import { type ChannelView, may, type ServerView } from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.js';
import { Icon, type IconName } from '../../../ui/icons.js';
import { Sigil } from '../../../ui/sigil.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { ATTENTION_TEXTS, isMuted, useAttention } from '../attention/index.js';
import { FollowedThreads } from '../threads/index.js';
import { ChannelGroups } from './channel-groups.js';
import { CHANNEL_LIMIT_TEXTS } from './channel-limits.texts.js';
import { CHANNEL_READERS_TEXTS } from './channel-readers.texts.js';
import { ChannelMenu } from './channel-menu.js';
import { useLeave } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { ServerMenu } from './server-menu.js';
import { catalogueOf, standingOf } from './server-facts.js';
import { UnreadMark } from './unread-mark.js';

const { server: TEXTS } = DIMENSIONS_TEXTS;

function LeaveButton({ server }: { server: ServerView }) {
  const navigate = useNavigate();
  const { path } = catalogueOf(server);
  const { mutate: leave, isPending } = useLeave(server.id, () => void navigate({ to: path, replace: true }));
  return (
    <button type="button" className="chat__action" onClick={() => leave()} disabled={isPending}>
      <Icon name="logout" small />
      {isPending ? TEXTS.leaving : TEXTS.leave}
    </button>
  );
}

/** What is special about a channel. */
function ChannelMark({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className="channel__mark">
      <Icon name={icon} small />
      <span className="vh">{text}</span>
    </span>
  );
}

interface ChannelItemProps {
  server: ServerView;
  channel: ChannelView;
  isCurrent: boolean;
  /** A muted channel is quiet: it shows neither that it is unread nor mentions. */
  isMuted: boolean;
  onChoose: (() => void) | undefined;
}

function ChannelItem({ server, channel, isCurrent, isMuted: isQuiet, onChoose }: ChannelItemProps) {
  const { id, name, description, unreadCount, isLocked, isPrivate } = channel;
  const state = isQuiet ? ' is-muted' : unreadCount > 0 ? ' is-unread' : '';
  return (
    <li className="channel__row">
      <Link
        to={catalogueOf(server).path}
        search={{ server: server.id, channel: id }}
        className={`channel${state}`}
        {...(isCurrent && { 'aria-current': 'true' })}
        {...(description && { title: description })}
        {...(onChoose && { onClick: onChoose })}
      >
        <span className="channel__mark" aria-hidden="true">
          #
        </span>
        <span className="grow" dir="auto">
          {name}
        </span>
        {isPrivate && <ChannelMark icon="hide" text={CHANNEL_READERS_TEXTS.isPrivate} />}
        {isLocked && <ChannelMark icon="private" text={CHANNEL_LIMIT_TEXTS.isLocked} />}
        {isQuiet ? <span className="tiny">{ATTENTION_TEXTS.muted}</span> : <UnreadMark {...channel} />}
      </Link>
      {server.membership && isCurrent && <ChannelMenu server={server} channel={channel} />}
    </li>
  );
}

interface ChannelPanelProps {
  server: ServerView;
  channels: readonly ChannelView[] | undefined;
  isLoading: boolean;
  current: string | undefined;
  currentThread: string | undefined;
  me: string;
  onShowMember: (userId: string, username: string) => void;
  onChoose?: () => void;
  children?: ReactNode;
}

export function ChannelPanel(props: ChannelPanelProps) {
  const { server, channels, isLoading, current, currentThread, me, onShowMember, onChoose, children } = props;
  const { path, back } = catalogueOf(server);
  const standing = standingOf(server);
  const mayLeave = server.isPublic && server.membership !== null && may(standing, 'leaveServer');
  const attention = useAttention();
  return (
    <>
      <div className="chat__server">
        <Sigil id={server.id} size={48} />
        <div className="grow">
          <p className="h4" dir="auto">
            {server.name}
          </p>
          <p className="small faint">{TEXTS.members(server.memberCount)}</p>
          {server.archivedAt !== null && <Badge tone="warm">{DIMENSIONS_TEXTS.catalogue.archived}</Badge>}
        </div>
        <ServerMenu server={server} me={me} onShowMember={onShowMember} onChoose={onChoose} />
      </div>
      {server.membership !== null && (
        <Link
          to="/search"
          search={{ server: server.id }}
          className="chat__action chat__search"
          aria-keyshortcuts="Control+F Meta+F"
        >
          <Icon name="search" small />
          {TEXTS.search}
        </Link>
      )}
      <div className="tiny chat__label" aria-hidden="true">
        {TEXTS.channelsLabel}
      </div>
      {isLoading && (
        <div className="chat__wait">
          <SkeletonLines text={DIMENSIONS_TEXTS.loadingChannels} />
        </div>
      )}
      <ChannelGroups
        channels={channels ?? []}
        current={current}
        isQuiet={(id) => isMuted(attention, server.id, id)}
      >
        {(channel) => (
          <ChannelItem
            key={channel.id}
            server={server}
            channel={channel}
            isCurrent={channel.id === current}
            isMuted={isMuted(attention, server.id, channel.id)}
            onChoose={onChoose}
          />
        )}
      </ChannelGroups>
      {server.membership !== null && (
        <FollowedThreads page={{ path, serverId: server.id }} current={currentThread} onChoose={onChoose} />
      )}
      {children}
      <div className="chat__back">
        {mayLeave && <LeaveButton server={server} />}
        <Link to={path} className="chat__action">
          <span className="flip">
            <Icon name="right" small />
          </span>
          {back}
        </Link>
      </div>
    </>
  );
}
