import './away-summary.css';
import { type Author, type HomePlace, type HomeView, messagePlainText, postPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TagNames } from '../../../tags/tag-names.js';
import {
  daysBetween,
  formatClock,
  formatDay,
  formatMoment,
  formatShortDay,
  formatShortWeekdayTime,
  formatWeekday,
  isNamedByWeekday,
} from '../../../ui/dates.js';
import { Icon } from '../../../ui/icons.js';
import { useNow } from '../../../ui/now.js';
import { memberName } from '../../../ui/member-name.js';
import { OwnMentions } from '../../../ui/own-mentions.js';
import { enumerated } from '../../../ui/sentence.js';
import { MemberLink } from '../../people/member-card/index.js';
import { AWAY_SUMMARY_TEXTS as TEXTS } from './home.texts.js';
import { groupLinks, type LinkGroup } from './link-groups.js';
import { useMarkAllRead } from './away-summary.queries.js';
import { type RuleMark, TimeRule } from './time-rule.js';

const POSTS_SHOWN = 3;

/** Returns a day and a time: the weekday within the last week, the date before. */
export function formatLeft(at: string, now: number): { day: string; time: string } {
  const then = Date.parse(at);
  return {
    day: (isNamedByWeekday(then, now) ? formatWeekday : formatDay)(then),
    time: formatClock(then),
  };
}

/** The time of today, with the weekday within the last week, and the date before. */
function ClockTime({ at }: { at: string }) {
  const now = useNow();
  const then = Date.parse(at);
  const isToday = daysBetween(then, now) === 0;
  const format = isToday
    ? formatClock
    : isNamedByWeekday(then, now)
      ? formatShortWeekdayTime
      : formatShortDay;
  return (
    <time dateTime={at} title={formatMoment(then)}>
      {format(then).replace(',', '')}
    </time>
  );
}

interface RowProps {
  kind: keyof typeof TEXTS.kinds;
  tone?: 'you' | 'line' | undefined;
  isRead: boolean;
  time: ReactNode;
  children: ReactNode;
}

function Row({ kind, tone, isRead, time, children }: RowProps) {
  const state =
    isRead || kind === 'channels'
      ? 'is-hollow'
      : tone === 'you'
        ? 'is-you'
        : tone === 'line'
          ? 'is-link'
          : '';
  return (
    <li className={`away-row ${state}`.trimEnd()}>
      <span className="away-row__kind">
        {TEXTS.kinds[kind]}
        {!isRead && <span className="vh"> {TEXTS.unread}</span>}
      </span>
      <div className="away-row__body">{children}</div>
      <span className="away-row__time">{time}</span>
    </li>
  );
}

function Member({ member }: { member: Author }) {
  return (
    <MemberLink className="away-row__who" username={member.username}>
      <bdi>{memberName(member)}</bdi>
    </MemberLink>
  );
}

function Place({ place }: { place: HomePlace }) {
  const { channelId, parentId } = place;
  const channel = parentId === undefined ? { channel: channelId } : { channel: parentId, thread: channelId };
  return (
    <Link
      className="link"
      to={place.isPublic ? '/dimensions/public' : '/dimensions/private'}
      search={{ server: place.serverId, ...channel }}
      dir="auto"
    >
      {TEXTS.place(place.serverName, place.channelName)}
    </Link>
  );
}

function PairFigure() {
  return (
    <svg className="away-row__pair" width="64" height="26" viewBox="0 0 64 26" aria-hidden="true">
      <line className="c-ring" x1="17.8" y1="15.9" x2="47.2" y2="9.7" />
      <circle className="c-warm" cx="8" cy="18" r="3.6" />
      <circle className="c-ring-warm" cx="8" cy="18" r="7" />
      <circle className="c-star" cx="55" cy="8" r="3" />
    </svg>
  );
}

/** Members named in a row; the others are counted. */
const NAMES_SHOWN = 2;

/** New lines for the same tags, in one row. */
function NewLines({ group: { tags, links } }: { group: LinkGroup }) {
  const named = links.length > NAMES_SHOWN + 1 ? links.slice(0, NAMES_SHOWN) : links;
  const others = links.length - named.length;
  const names = enumerated([
    ...named.map(({ member }) => <Member key={member.username} member={member} />),
    ...(others > 0 ? [TEXTS.others(others)] : []),
  ]);
  return (
    <Row
      kind="link"
      tone="line"
      isRead={links.every(({ isRead }) => isRead)}
      time={<ClockTime at={links[0]?.at ?? ''} />}
    >
      <p>
        <PairFigure />
        {TEXTS.linkedBy(<TagNames tags={tags} />, names)}
      </p>
    </Row>
  );
}

function Posts({ posts }: Pick<HomeView, 'posts'>) {
  return (
    <Row
      kind="posts"
      isRead={posts.every(({ isRead }) => isRead)}
      time={posts.length > POSTS_SHOWN && TEXTS.posts(posts.length)}
    >
      <ul className="away-row__posts">
        {posts.slice(0, POSTS_SHOWN).map(({ post: { id, title, author } }) => (
          <li key={id}>
            <Link to={postPath(author.username, id)} dir="auto">
              {title}
            </Link>
            <MemberLink className="away-row__author small faint" username={author.username}>
              <bdi>{memberName(author)}</bdi>
            </MemberLink>
          </li>
        ))}
      </ul>
    </Row>
  );
}

function Channels({ channels }: Pick<HomeView, 'channels'>) {
  return (
    <Row kind="channels" isRead={false} time={null}>
      <ul className="away-row__channels">
        {channels.map(({ place, unreadCount }) => (
          <li key={place.channelId}>
            <Place place={place} /> <span className="faint">{TEXTS.new(unreadCount)}</span>
          </li>
        ))}
      </ul>
    </Row>
  );
}

const marksOf = ({ mentions, replies, links, posts }: HomeView): RuleMark[] => [
  ...[...mentions, ...replies].map(({ at }) => ({ at: Date.parse(at), tone: 'you' as const })),
  ...links.map(({ at }) => ({ at: Date.parse(at), tone: 'line' as const })),
  ...posts.map(({ at }) => ({ at: Date.parse(at), tone: 'other' as const })),
];

/** What happened since the member left. Absent during the first visit. */
export function AwaySummary({ home, username }: { home: HomeView; username: string }) {
  const { leftAt, mentions, replies, links, posts, channels } = home;
  const now = useNow();
  const { mutate, isPending } = useMarkAllRead();
  if (leftAt === null) return null;
  const events = [...mentions, ...replies, ...links, ...posts];
  const isUnread = channels.length > 0 || events.some(({ isRead }) => !isRead);
  return (
    <section className="since" aria-labelledby="since">
      <div className="since__head">
        <h2 className="h2" id="since">
          {TEXTS.title}
        </h2>
        <span className="small faint">{TEXTS.from(formatLeft(leftAt, now))}</span>
        <span className="grow" />
        {isUnread && (
          <button
            type="button"
            className="since__read"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) mutate();
            }}
          >
            <Icon name="check" small />
            {TEXTS.markAll}
          </button>
        )}
      </div>
      <TimeRule from={Date.parse(leftAt)} to={now} marks={marksOf(home)} />
      {events.length === 0 && channels.length === 0 ? (
        <p className="small muted">{TEXTS.quiet}</p>
      ) : (
        <ul className="since__list">
          {mentions.map(({ at, isRead, author, place, content, isReply }) => (
            <Row
              key={`${place.channelId} ${at}`}
              kind={isReply ? 'reply' : 'mention'}
              tone="you"
              isRead={isRead}
              time={<ClockTime at={at} />}
            >
              <p>
                {TEXTS.mentioned(
                  author ? <Member member={author} /> : TEXTS.someone,
                  <Place place={place} />,
                )}
              </p>
              <p dir="auto">
                <OwnMentions text={messagePlainText(content || TEXTS.onlyFiles)} username={username} />
              </p>
            </Row>
          ))}
          {replies.map(({ at, isRead, author, post, content }) => (
            <Row
              key={`${post.id} ${at}`}
              kind="reply"
              tone="you"
              isRead={isRead}
              time={<ClockTime at={at} />}
            >
              <p>
                {(post.author.username === username ? TEXTS.repliedToPost : TEXTS.replied)(
                  <Member member={author} />,
                  <Link to={postPath(post.author.username, post.id)} dir="auto">
                    <em>{post.title}</em>
                  </Link>,
                )}
              </p>
              <p dir="auto">{messagePlainText(content)}</p>
            </Row>
          ))}
          {groupLinks(links).map((group) => (
            <NewLines key={group.links.map(({ member }) => member.username).join(' ')} group={group} />
          ))}
          {posts.length > 0 && <Posts posts={posts} />}
          {channels.length > 0 && <Channels channels={channels} />}
        </ul>
      )}
    </section>
  );
}
