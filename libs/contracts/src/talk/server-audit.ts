import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import {
  flag,
  id,
  list,
  literalTrue,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { GROUP_MENTIONERS } from './groups.js';

/** What the owner and moderators of a dimension did. */
export const SERVER_AUDIT_KINDS = [
  'member_removed',
  'member_banned',
  'ban_lifted',
  'member_timed_out',
  'time_out_ended',
  'role_changed',
  'ownership_transferred',
  'server_changed',
  'filters_changed',
  'held_message_released',
  'held_message_declined',
  'questions_changed',
  'application_accepted',
  'application_declined',
  'channel_created',
  'channel_changed',
  'channel_deleted',
  'channel_member_added',
  'channel_member_removed',
  'channel_group_added',
  'channel_group_removed',
  'channels_ordered',
  'category_created',
  'category_changed',
  'category_deleted',
  'group_created',
  'group_changed',
  'group_deleted',
  'group_member_added',
  'group_member_removed',
  'radio_changed',
  'radio_track_removed',
  'message_deleted',
  'thread_deleted',
  'message_pinned',
  'message_unpinned',
  'link_preview_removed',
  'report_dismissed',
  'report_handled',
  'report_handed_on',
  'export_requested',
  'export_cancelled',
  'export_downloaded',
] as const;
export type ServerAuditKind = (typeof SERVER_AUDIT_KINDS)[number];

/** The details of an entry. Names are those at the time of the entry. */
export const serverAuditDetailSchema = object('ServerAuditDetail', 'What the kind does not say.', {
  group: optional(text('The name of a group that a channel names.', { example: 'night_watch' })),
  name: optional(
    text('The name of the channel, category, group or dimension, or the title of a track.', {
      example: 'general',
    }),
  ),
  formerName: optional(text('The name before the change.', { example: 'lobby' })),
  reason: optional(text('Why.', { example: 'Ignored two warnings.' })),
  role: optional(text('The new role.', { example: 'moderator' })),
  case: optional(text('The number of a case.', { example: '2214' })),
  isBySite: optional(literalTrue('The staff of the site did it, not staff of the dimension.')),
  isBan: optional(flag('Whether a ban was lifted, not a removal.')),
  until: optional(timestamp('When a time-out ends.')),
  isLocked: optional(flag('Whether a channel was locked or unlocked.')),
  isPrivate: optional(flag('Whether a channel became private, or open to all.')),
  mentionableBy: optional(oneOf(GROUP_MENTIONERS, 'Who may mention the group, if that changed.', 'members')),
  hasLinkPreviews: optional(flag('Whether previews of links were switched on or off.')),
  messageDays: optional(
    nullable(
      wholeNumber('For how many days messages are kept; 0 for ever, null as the dimension says.', {
        example: 90,
      }),
    ),
  ),
  fadeMinute: optional(
    nullable(
      wholeNumber('The minute of the day, in UTC, at which messages fade; null to keep them for days.', {
        example: 360,
      }),
    ),
  ),
  hasRadio: optional(flag('Whether a channel got a radio, or lost it.')),
  quietFrom: optional(
    nullable(
      wholeNumber(
        'The minute of the day, in UTC, at which quiet hours of a radio begin; null without them.',
        {
          example: 120,
        },
      ),
    ),
  ),
  quietTo: optional(
    nullable(
      wholeNumber('The minute of the day, in UTC, at which quiet hours of a radio end; null without them.', {
        example: 360,
      }),
    ),
  ),
  slowModeSeconds: optional(wholeNumber('The new wait of slow mode; 0 without.', { example: 30 })),
});
export type ServerAuditDetail = TypeOf<typeof serverAuditDetailSchema>;

export const serverAuditSchema = object('ServerAuditEntry', 'An action of the staff of a dimension.', {
  id: id('The entry.'),
  kind: oneOf(SERVER_AUDIT_KINDS, 'What was done.', 'member_removed'),
  actor: nullable(authorSchema),
  subject: nullable(authorSchema),
  channelId: nullable(id('The channel.')),
  detail: serverAuditDetailSchema,
  createdAt: timestamp('When.'),
});
export type ServerAuditView = TypeOf<typeof serverAuditSchema>;

/** Entries of the audit log of a dimension are deleted after this many days. */
export const SERVER_AUDIT_DAYS = 365;

export const listServerAudit = call('GET', '/servers/:id/audit', {
  summary: 'Lists what the staff of a dimension did, newest first',
  description: `For the owner and moderators. Entries are retained for ${SERVER_AUDIT_DAYS} days.`,
  params: { id: id('The dimension.') },
  query: pageQuery,
  answer: list(serverAuditSchema),
  problems: ['not_found', 'forbidden'],
});
