import type { ActivityView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../live/connection.store.js';
import { Badge } from '../../ui/badge.js';
import { Failure } from '../../ui/failure.js';
import { Plate } from '../../ui/plate.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { useActivity } from './activity.queries.js';
import { ACTIVITY_TEXTS } from './home.texts.js';

type Of<K extends ActivityView['kind']> = Extract<ActivityView, { kind: K }>;

const SHOWN_TAGS = 2;

function Member({ user: { username } }: Pick<Of<'joined'>, 'user'>) {
  const page: string = `/u/${username}`;
  return (
    <Link className="acts__who" to={page}>
      {username}
    </Link>
  );
}

function Place({
  server,
  channel,
}: Pick<Of<'messages'>, 'server'> & Partial<Pick<Of<'messages'>, 'channel'>>) {
  return (
    <Link to="/dimensions/public" search={{ server: server.id, ...(channel && { channel: channel.id }) }}>
      {channel ? `# ${channel.name}, ${server.name}` : server.name}
    </Link>
  );
}

function Words({ entry }: { entry: ActivityView }) {
  if (entry.kind === 'messages') {
    return (
      <>
        <b>{ACTIVITY_TEXTS.messages(entry.count)}</b> <span className="t2">{ACTIVITY_TEXTS.in}</span>{' '}
        <Place server={entry.server} channel={entry.channel} />
      </>
    );
  }
  if (entry.kind === 'joined') {
    return (
      <>
        <Member user={entry.user} /> <span className="t2">{ACTIVITY_TEXTS.joined}</span>{' '}
        <Place server={entry.server} />
      </>
    );
  }
  const { user, sharedTags } = entry;
  const shown = sharedTags.slice(0, SHOWN_TAGS);
  const hidden = sharedTags.length - shown.length;
  return (
    <>
      <Member user={user} /> <span className="t2">{ACTIVITY_TEXTS.shares}</span>{' '}
      {shown.map((tag) => `#${tag}`).join(' ')}
      {hidden > 0 && <span className="t2"> {ACTIVITY_TEXTS.more(hidden)}</span>}
    </>
  );
}

const keyOf = (entry: ActivityView): string => {
  if (entry.kind === 'messages') return entry.channel.id;
  return entry.kind === 'joined' ? `${entry.user.id} ${entry.server.id}` : entry.user.id;
};

/** What happened near the member; an entry that came while the page was open has a ring. */
export function ActivityList() {
  const { entries, isPending, isError, refetch, isNew } = useActivity();
  const isLive = useConnection(({ status }) => status === 'live');
  return (
    <Plate
      title={ACTIVITY_TEXTS.title}
      aside={
        isLive && (
          <Badge filled tone="accent">
            {ACTIVITY_TEXTS.live}
          </Badge>
        )
      }
    >
      {isPending && <SkeletonLines text={ACTIVITY_TEXTS.loading} count={5} />}
      {isError && <Failure small text={ACTIVITY_TEXTS.failed} onAgain={() => void refetch()} />}
      {!isPending && !isError && entries.length === 0 && <p className="small t2">{ACTIVITY_TEXTS.empty}</p>}
      {entries.length > 0 && (
        <ol className="acts">
          {entries.map((entry) => (
            <li key={keyOf(entry)} className={isNew(entry) ? 'is-new' : undefined}>
              <span className="acts__d" aria-hidden="true" />
              <span className="grow">
                <Words entry={entry} />
              </span>
              <span className="t3">
                <RelativeTime short at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Plate>
  );
}
