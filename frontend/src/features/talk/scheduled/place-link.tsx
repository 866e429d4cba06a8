import type { ScheduledMessageView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { SCHEDULED_TEXTS } from './scheduled.texts.js';

const { page: TEXTS } = SCHEDULED_TEXTS;

/** Where a message is sent, with a link to it. */
export function PlaceLink({ place }: Pick<ScheduledMessageView, 'place'>) {
  if (!place) return <span className="faint">{TEXTS.gone}</span>;
  const { channelId, parentId, channelName, server } = place;
  const thread = parentId === undefined ? {} : { thread: channelId };
  const suffix = parentId === undefined ? '' : ` (${TEXTS.thread})`;
  if (!server) {
    return (
      <Link
        to="/direct/{-$conversationId}"
        params={{ conversationId: parentId ?? channelId }}
        search={thread}
        className="link"
      >
        <bdi>{channelName || TEXTS.conversation}</bdi>
        {suffix}
      </Link>
    );
  }
  return (
    <Link
      to={server.isPublic ? '/dimensions/public' : '/dimensions/private'}
      search={{ server: server.id, channel: parentId ?? channelId, ...thread }}
      className="link"
    >
      <bdi>{server.name}</bdi> # <bdi>{channelName}</bdi>
      {suffix}
    </Link>
  );
}
