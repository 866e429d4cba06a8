import { type ServerAuditDetail, type ServerAuditKind, waitText } from '@oniverse/contracts';
import { formatShortMoment } from '../../../ui/dates.js';
import { isolated } from '../../../ui/member-name.js';
import { formatMinute } from '../../../ui/minute-of-day.js';
import { RETENTION_TEXTS } from './retention.texts.js';

export const AUDIT_TEXTS = {
  title: 'Audit log',
  loading: 'Loading the log',
  empty: 'Nothing has happened yet.',
  departed: 'a former member',
  site: 'The staff of the site',
} as const;

interface Action {
  actor: string;
  subject: string;
  detail: ServerAuditDetail;
}

const channelOf = ({ name = '' }: ServerAuditDetail): string => isolated(`#${name}`);
const groupOf = ({ name = '' }: ServerAuditDetail): string => `the group ${isolated(name)}`;
const mentionersOf = ({ mentionableBy }: ServerAuditDetail): string =>
  mentionableBy === undefined
    ? ''
    : `, which ${mentionableBy === 'members' ? 'all members' : 'only staff'} may mention now`;
const previewsOf = ({ hasLinkPreviews }: ServerAuditDetail): string =>
  hasLinkPreviews === undefined
    ? ''
    : hasLinkPreviews
      ? ', now with link previews'
      : ', now without link previews';
const retentionOf = ({ messageDays, fadeMinute }: ServerAuditDetail): string => {
  if (typeof fadeMinute === 'number')
    return `, with messages that fade ${RETENTION_TEXTS.fadesAt(fadeMinute)}`;
  const fading = fadeMinute === null ? ', with messages that no longer fade each day' : '';
  return fading + daysOf(messageDays);
};
const daysOf = (messageDays: ServerAuditDetail['messageDays']): string => {
  if (messageDays === undefined) return '';
  if (messageDays === null) return ', with messages kept as in the dimension';
  return `, with messages kept ${RETENTION_TEXTS.kept(messageDays === 0 ? Infinity : messageDays)}`;
};
const categoryOf = ({ name = '' }: ServerAuditDetail): string => `the category ${isolated(name)}`;
const formerlyOf = ({ formerName }: ServerAuditDetail, mark = ''): string =>
  formerName === undefined ? '' : `, formerly ${isolated(mark + formerName)}`;
function limitsOf({ isLocked, isPrivate, slowModeSeconds }: ServerAuditDetail): string {
  const privacy = isPrivate === undefined ? '' : isPrivate ? ', now private' : ', now open to everyone';
  const lock = isLocked === undefined ? '' : isLocked ? ', now locked' : ', no longer locked';
  if (slowModeSeconds === undefined) return privacy + lock;
  return `${privacy}${lock}, ${slowModeSeconds === 0 ? 'without slow mode' : `with a slow mode of ${waitText(slowModeSeconds)}`}`;
}
const exportedOf = (detail: ServerAuditDetail): string =>
  detail.name === undefined ? 'all messages' : `the messages of ${channelOf(detail)}`;
const caseOf = (detail: ServerAuditDetail): string =>
  detail.case === undefined ? 'a report' : `report ${detail.case}`;

function radioOf(detail: ServerAuditDetail): string {
  const { hasRadio, quietFrom, quietTo } = detail;
  const hours =
    typeof quietFrom === 'number' && typeof quietTo === 'number'
      ? `quiet from ${formatMinute(quietFrom)} to ${formatMinute(quietTo)} UTC`
      : 'without quiet hours';
  if (hasRadio === false) return `took the radio from ${channelOf(detail)}`;
  if (hasRadio) return `gave ${channelOf(detail)} a radio${quietFrom === undefined ? '' : `, ${hours}`}`;
  return `changed the radio of ${channelOf(detail)}, now ${hours}`;
}

/** A sentence for each kind of entry. */
export const AUDIT_SENTENCES: Record<ServerAuditKind, (action: Action) => string> = {
  member_removed: ({ actor, subject }) => `${actor} removed ${subject}`,
  member_banned: ({ actor, subject }) => `${actor} banned ${subject}`,
  ban_lifted: ({ actor, subject, detail: { isBan = true } }) =>
    isBan ? `${actor} lifted the ban of ${subject}` : `${actor} let ${subject} back in`,
  member_timed_out: ({ actor, subject, detail: { until } }) =>
    `${actor} timed ${subject} out${until === undefined ? '' : ` until ${formatShortMoment(new Date(until))}`}`,
  time_out_ended: ({ actor, subject }) => `${actor} ended the time-out of ${subject}`,
  role_changed: ({ actor, subject, detail: { role = 'member' } }) => `${actor} made ${subject} a ${role}`,
  ownership_transferred: ({ actor, subject }) => `${actor} transferred the ownership to ${subject}`,
  server_changed: ({ actor, detail }) =>
    `${actor} changed the dimension${formerlyOf(detail)}${previewsOf(detail)}${retentionOf(detail)}`,
  filters_changed: ({ actor }) => `${actor} changed the filters`,
  held_message_released: ({ actor, subject }) => `${actor} released a held message by ${subject}`,
  held_message_declined: ({ actor, subject }) => `${actor} declined a held message by ${subject}`,
  questions_changed: ({ actor }) => `${actor} changed the questions`,
  application_accepted: ({ actor, subject }) => `${actor} accepted the application of ${subject}`,
  application_declined: ({ actor, subject }) => `${actor} declined the application of ${subject}`,
  channel_created: ({ actor, detail }) =>
    `${actor} created ${detail.isPrivate ? 'the private channel ' : ''}${channelOf(detail)}`,
  channel_changed: ({ actor, detail }) =>
    `${actor} changed ${channelOf(detail)}${formerlyOf(detail, '#')}${limitsOf(detail)}${retentionOf(detail)}`,
  channel_deleted: ({ actor, detail }) => `${actor} deleted ${channelOf(detail)}`,
  channel_member_added: ({ actor, subject, detail }) => `${actor} let ${subject} read ${channelOf(detail)}`,
  channel_member_removed: ({ actor, subject, detail }) =>
    `${actor} took ${subject} off the readers of ${channelOf(detail)}`,
  channel_group_added: ({ actor, detail }) =>
    `${actor} let ${groupOf({ name: detail.group })} read ${channelOf(detail)}`,
  channel_group_removed: ({ actor, detail }) =>
    `${actor} took ${groupOf({ name: detail.group })} off the readers of ${channelOf(detail)}`,
  group_created: ({ actor, detail }) => `${actor} created ${groupOf(detail)}`,
  group_changed: ({ actor, detail }) =>
    `${actor} changed ${groupOf(detail)}${formerlyOf(detail)}${mentionersOf(detail)}`,
  group_deleted: ({ actor, detail }) => `${actor} deleted ${groupOf(detail)}`,
  group_member_added: ({ actor, subject, detail }) => `${actor} added ${subject} to ${groupOf(detail)}`,
  group_member_removed: ({ actor, subject, detail }) => `${actor} removed ${subject} from ${groupOf(detail)}`,
  channels_ordered: ({ actor }) => `${actor} changed the order of the channels`,
  category_created: ({ actor, detail }) => `${actor} created ${categoryOf(detail)}`,
  category_changed: ({ actor, detail }) => `${actor} changed ${categoryOf(detail)}${formerlyOf(detail)}`,
  category_deleted: ({ actor, detail }) => `${actor} deleted ${categoryOf(detail)}`,
  radio_changed: ({ actor, detail }) => `${actor} ${radioOf(detail)}`,
  radio_track_removed: ({ actor, subject, detail: { name = '' } }) =>
    `${actor} removed ${isolated(name)} by ${subject} from a radio`,
  message_deleted: ({ actor, subject }) => `${actor} deleted a message by ${subject}`,
  thread_deleted: ({ actor, subject, detail }) =>
    `${actor} deleted the thread of a message by ${subject} in ${channelOf(detail)}`,
  message_pinned: ({ actor, subject }) => `${actor} pinned a message by ${subject}`,
  message_unpinned: ({ actor, subject }) => `${actor} unpinned a message by ${subject}`,
  link_preview_removed: ({ actor, subject }) =>
    `${actor} removed a link preview from a message by ${subject}`,
  report_dismissed: ({ actor, subject, detail }) => `${actor} dismissed ${caseOf(detail)} about ${subject}`,
  report_handled: ({ actor, subject, detail }) => `${actor} acted on ${caseOf(detail)} about ${subject}`,
  report_handed_on: ({ actor, subject, detail }) =>
    `${actor} handed ${caseOf(detail)} about ${subject} on to the operators of the site`,
  export_requested: ({ actor, detail }) => `${actor} started an export of ${exportedOf(detail)}`,
  export_cancelled: ({ actor, detail }) => `${actor} cancelled an export of ${exportedOf(detail)}`,
  export_downloaded: ({ actor, detail }) => `${actor} downloaded an export of ${exportedOf(detail)}`,
};
