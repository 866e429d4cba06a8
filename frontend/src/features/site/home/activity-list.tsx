import type { ActivityView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../../live/connection.store.js';
import { TagNames } from '../../../tags/tag-names.js';
import { Badge } from '../../../ui/badge.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { Plate } from '../../../ui/plate.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { MemberLink } from '../../people/member-card/index.js';
import { subjectOf, useActivity } from './activity.queries.js';
import { ACTIVITY_TEXTS } from './home.texts.js';

type Of<K extends ActivityView['kind']> = Extract<ActivityView, { kind: K }>;

const MAX_SHOWN_TAGS = 2;

function ActivityMember({ user }: Pick<Of<'joined'>, 'user'>) {
  return (
    <MemberLink className="activity__who" username={user.username}>
      <bdi>{memberName(user)}</bdi>
    </MemberLink>
  );
}

function PlaceLink({
  server,
  channel,
}: Pick<Of<'messages'>, 'server'> & Partial<Pick<Of<'messages'>, 'channel'>>) {
  return (
    <Link
      to="/dimensions/public"
      search={{ server: server.id, ...(channel && { channel: channel.id }) }}
      dir="auto"
    >
      {channel ? `# ${channel.name}, ${server.name}` : server.name}
    </Link>
  );
}

function EntryText({ entry }: { entry: ActivityView }) {
  if (entry.kind === 'messages') {
    const place = <PlaceLink server={entry.server} channel={entry.channel} />;
    return ACTIVITY_TEXTS.wrote(<b>{ACTIVITY_TEXTS.messages(entry.count)}</b>, place);
  }
  const who = <ActivityMember user={entry.user} />;
  if (entry.kind === 'joined') return ACTIVITY_TEXTS.joined(who, <PlaceLink server={entry.server} />);
  const shown = entry.sharedTags.slice(0, MAX_SHOWN_TAGS);
  const hidden = entry.sharedTags.length - shown.length;
  return ACTIVITY_TEXTS.shares(
    who,
    <TagNames tags={shown} more={hidden > 0 ? ACTIVITY_TEXTS.more(hidden) : undefined} />,
  );
}

/** Marks entries that arrive while the page is open. */
export function ActivityList() {
  const { list, entries, isPending, isError, refetch, waiting, showNew, isNew } = useActivity();
  const isLive = useConnection(({ status }) => status === 'live');
  const live = isLive && (
    <Badge filled tone="accent">
      {ACTIVITY_TEXTS.live}
    </Badge>
  );
  return (
    <Plate
      title={ACTIVITY_TEXTS.title}
      aside={
        <output>
          {waiting > 0 ? (
            <button type="button" className="activity__new" onClick={showNew}>
              {ACTIVITY_TEXTS.new(waiting)}
            </button>
          ) : (
            live
          )}
        </output>
      }
    >
      <div ref={list}>
        {isPending && <SkeletonLines text={ACTIVITY_TEXTS.loading} count={5} />}
        {isError && <Failure small text={ACTIVITY_TEXTS.failed} onRetry={() => void refetch()} />}
        {!isPending && !isError && entries.length === 0 && (
          <p className="small muted">{ACTIVITY_TEXTS.empty}</p>
        )}
        {entries.length > 0 && (
          <ol className="activity">
            {entries.map((entry) => (
              <li key={subjectOf(entry)} className={isNew(entry) ? 'is-new' : undefined}>
                <span className="activity__dot" aria-hidden="true" />
                <span className="grow activity__text">
                  <EntryText entry={entry} />
                </span>
                <span className="faint">
                  <RelativeTime short at={entry.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Plate>
  );
}
