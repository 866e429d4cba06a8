import './night-row.css';
import {
  messagePlainText,
  notificationPath,
  type NotificationView,
  reportResultText,
  reportSubject,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/session.js';
import { TagNames } from '../../../tags/tag-names.js';
import { Avatar } from '../../../ui/avatar.js';
import { formatClock, formatMoment } from '../../../ui/dates.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { memberName } from '../../../ui/member-name.js';
import { enumerated } from '../../../ui/sentence.js';
import { MemberLink } from '../../people/member-card/index.js';
import { messageText, shownExcerpt, useLog } from '../log/index.js';
import { useMarkRead } from './notifications.queries.js';
import { NIGHT_TEXTS } from './notifications.texts.js';

type Member = NotificationView['members'][number];

const STRENGTH = 5;

function MemberName({ member }: { member: Member }) {
  return (
    <MemberLink username={member.username} className="night-row__who">
      <bdi>{memberName(member)}</bdi>
    </MemberLink>
  );
}

function MemberAvatar({ member }: { member: Member }) {
  const name = memberName(member);
  return (
    <MemberLink username={member.username}>
      <Avatar size="s" name={name} src={member.profileImageUrl} />
      <span className="vh">{name}</span>
    </MemberLink>
  );
}

/** Up to three names, then the number of others. */
const namesOf = ({ members, others }: NotificationView) =>
  enumerated([
    ...members.map((member) => <MemberName key={member.userId} member={member} />),
    ...(others > 0 ? [NIGHT_TEXTS.others(others)] : []),
  ]);

/** A link to what happened. */
function Subject({ row, children }: { row: NotificationView; children: ReactNode }) {
  return (
    <Link
      to={notificationPath({ ...row, member: row.members[0]?.username ?? '' })}
      className="night-row__link"
    >
      <bdi>{children}</bdi>
    </Link>
  );
}

function Sentence({ row }: { row: NotificationView }) {
  const { user } = useSession();
  const names = namesOf(row);
  const post = row.post && (
    <Subject row={row}>
      <em>{row.post.title}</em>
    </Subject>
  );
  const place = row.message ? (
    <Subject row={row}>
      {row.server ? (
        <>
          <bdi>{row.server.name}</bdi> # <bdi>{row.message.channelName}</bdi>
        </>
      ) : (
        NIGHT_TEXTS.conversation
      )}
    </Subject>
  ) : (
    post
  );
  switch (row.kind) {
    case 'mention':
      return (row.message || !row.reply ? NIGHT_TEXTS.mentioned : NIGHT_TEXTS.mentionedInReply)(names, place);
    case 'reply': {
      const isOwnPost = row.post?.author === user?.username;
      const toThing = isOwnPost ? NIGHT_TEXTS.repliedToPost : NIGHT_TEXTS.repliedToYou;
      return (row.message ? NIGHT_TEXTS.repliedToMessage : toThing)(names, place);
    }
    case 'ripple':
      return NIGHT_TEXTS.rippled(names, post);
    case 'link':
      return row.sharedTags.length > 0
        ? NIGHT_TEXTS.linkedBy(<TagNames tags={row.sharedTags} className="night-row__link" />, names)
        : NIGHT_TEXTS.linked(names);
    case 'invite':
      return NIGHT_TEXTS.joined(names, <Subject row={row}>{row.server?.name}</Subject>);
    case 'message':
    case 'direct':
      return NIGHT_TEXTS.wrote(names, place);
    case 'reminder':
      return row.members.length > 0 ? NIGHT_TEXTS.wrote(names, place) : NIGHT_TEXTS.youWrote(place);
    case 'turn':
      return NIGHT_TEXTS.turn(names, place);
    case 'unsent':
      return NIGHT_TEXTS.unsent(<Subject row={row}>{NIGHT_TEXTS.scheduledMessage}</Subject>);
    case 'report':
      return (
        row.report &&
        NIGHT_TEXTS.reportClosed(
          <Subject row={row}>{reportSubject(row.report.kind, row.report.title)}</Subject>,
        )
      );
    case 'application':
      return NIGHT_TEXTS.applicationDecided(<Subject row={row}>{row.server?.name}</Subject>);
    case 'export_done':
      return NIGHT_TEXTS.exportDone(<Subject row={row}>{row.server?.name}</Subject>);
    case 'export_failed':
      return NIGHT_TEXTS.exportFailed(<Subject row={row}>{row.server?.name}</Subject>);
    default:
      return row.kind satisfies never;
  }
}

/** The line to one member, in five parts. */
function Line({ strength }: { strength: number }) {
  return (
    <svg className="night-row__strength" width="260" height="34" viewBox="0 0 260 34" aria-hidden="true">
      <circle className="night-row__ring" cx="10" cy="17" r="8" />
      <circle className="night-row__self" cx="10" cy="17" r="4" />
      {Array.from({ length: STRENGTH }, (_, part) => (
        <path
          key={part}
          className={part < strength ? 'night-row__lit' : 'night-row__unlit'}
          d={`M${24 + part * 43} 17h34`}
        />
      ))}
      <circle className="night-row__other" cx="246" cy="17" r="4" />
    </svg>
  );
}

interface NightRowProps {
  row: NotificationView;
  /** The form of the popover. */
  short?: boolean;
  /** With them, the row can have the focus. */
  actions?: ReactNode;
  /** Called when a link of the row is followed. */
  onFollow?: () => void;
}

/** A row of the night log. Following one of its links marks it as read. */
export function NightRow({ row, short = false, actions, onFollow }: NightRowProps) {
  const markRead = useMarkRead();
  const { kind, members, isUnread, sharedTags, report, happenedAt } = row;
  const excerpt = useLog(({ operations }) =>
    row.message ? shownExcerpt(operations, row.message) : row.reply?.excerpt,
  );
  const at = row.remindAt ?? row.createdAt;
  const first = members[0];
  const state = `${isUnread ? ' is-new' : ''}${kind === 'link' ? ' is-link' : ''}`;
  return (
    <li
      className={`night-row${short ? ' night-row--short' : ''}${state}`}
      {...(actions !== undefined && { tabIndex: -1 })}
      onClickCapture={(event) => {
        if (!(event.target instanceof Element) || !event.target.closest('a')) return;
        if (isUnread) markRead.mutate({ row: row.id });
        onFollow?.();
      }}
    >
      {short ? (
        first ? (
          <MemberAvatar member={first} />
        ) : (
          <span aria-hidden="true" />
        )
      ) : (
        <time dateTime={at}>{formatClock(Date.parse(at))}</time>
      )}
      <div className="night-row__body">
        <p>
          {isUnread && <span className="vh">{NIGHT_TEXTS.unread}: </span>}
          <Sentence row={row} />
        </p>
        {excerpt !== undefined && (
          <p className="night-row__quote">
            {excerpt === null ? NIGHT_TEXTS.deleted : messagePlainText(messageText(excerpt))}
          </p>
        )}
        {report && (
          <p className="night-row__quote">
            {reportResultText(report.kind, report.result)} {NIGHT_TEXTS.reportThanks}
          </p>
        )}
        {happenedAt !== null && (
          <p className="night-row__quote">{NIGHT_TEXTS.reminderOf(formatMoment(Date.parse(happenedAt)))}</p>
        )}
        {kind === 'ripple' && !short && <p className="night-row__quote">{NIGHT_TEXTS.onlyYou}</p>}
        {members.length > 1 && !short && (
          <div className="night-row__avatars">
            {members.map((member) => (
              <MemberAvatar key={member.userId} member={member} />
            ))}
          </div>
        )}
        {sharedTags.length > 0 && members.length === 1 && !short && (
          <Line strength={Math.min(sharedTags.length, STRENGTH)} />
        )}
      </div>
      {short ? (
        <RelativeTime at={row.createdAt} short />
      ) : (
        <div className="night-row__side">
          <span className="tiny">{NIGHT_TEXTS.kinds[kind]}</span>
          {actions}
        </div>
      )}
    </li>
  );
}
