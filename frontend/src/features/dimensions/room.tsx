import type { ChannelView, CurrentUser, ServerView } from '@oniverse/contracts';
import { useState } from 'react';
import { ConnectionBadge, ConnectionBanner } from '../../live/connection-banner.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icons.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { MessageComposer } from '../messages/message-composer.js';
import { MessageList } from '../messages/message-list.js';
import { PageFrame } from '../pages/page-frame.js';
import { ChannelDrawer } from './channel-drawer.js';
import { ChannelPanel } from './channel-panel.js';
import { useChannels, useIsJoining, useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

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

interface RoomProps {
  server: ServerView;
  /** The channel that the address names; without one the default channel is shown. */
  channelId: string | undefined;
  me: CurrentUser;
}

function Conversation({
  server,
  channel,
  me,
}: {
  server: ServerView;
  channel: ChannelView;
  me: CurrentUser;
}) {
  return (
    <>
      <MessageList channelId={channel.id} channelName={channel.name} me={me} />
      <ConnectionBanner />
      {server.membership ? (
        <MessageComposer channelId={channel.id} channelName={channel.name} userId={me.id} />
      ) : (
        <JoinBar serverId={server.id} />
      )}
    </>
  );
}

function useRoom({ server, channelId }: Pick<RoomProps, 'server' | 'channelId'>) {
  const { data: channels, isError, refetch } = useChannels(server.id);
  const channel =
    channels?.find(({ id }) => id === channelId) ??
    channels?.find(({ isDefault }) => isDefault) ??
    channels?.at(0);
  return { channels, channel, isError, refetch };
}

/** A server: its channels, and the conversation of the one that is open. */
export function Room({ server, channelId, me }: RoomProps) {
  const { channels, channel, isError, refetch } = useRoom({ server, channelId });
  const [isDrawn, setDrawn] = useState(false);
  const panel = { server, channels, current: channel?.id };
  return (
    <PageFrame className="chat">
      <h1 className="vh">{server.name}</h1>
      <aside className="chat__ch chat__ch--wide" aria-label={TEXTS.channels}>
        <ChannelPanel {...panel} />
      </aside>
      {isDrawn && (
        <ChannelDrawer onClose={() => setDrawn(false)}>
          <ChannelPanel {...panel} onChoose={() => setDrawn(false)} />
        </ChannelDrawer>
      )}
      <section className="chat__main" aria-label={TEXTS.messagesIn(channel?.name ?? server.name)}>
        <header className="chat__top">
          <Button
            small
            look="quiet"
            className="btn--icon chat__more"
            aria-label={TEXTS.channels}
            aria-haspopup="dialog"
            onClick={() => setDrawn(true)}
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
        </header>
        {channel && <Conversation key={channel.id} server={server} channel={channel} me={me} />}
        {!channels && !isError && (
          <div className="chat__mid">
            <LoadingFigure text={DIMENSIONS_TEXTS.loadingChannels} />
          </div>
        )}
        {channels?.length === 0 && <p className="chat__mid t2">{TEXTS.noChannels}</p>}
        {isError && !channels && (
          <div className="chat__mid" role="alert">
            <p className="t2">{DIMENSIONS_TEXTS.failedChannels}</p>
            <Button small onClick={() => void refetch()}>
              {DIMENSIONS_TEXTS.tryAgain}
            </Button>
          </div>
        )}
      </section>
    </PageFrame>
  );
}
