import { listed } from '../shared/wording.js';
import { phrases } from '../shared/phrases.js';
import { atMost, field, type FieldRules, matches, OPTIONAL, required } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import {
  DIGEST_KINDS,
  mapPushFields,
  NOTIFICATION_FILTERS,
  NOTIFICATION_KINDS,
  NOTIFICATION_RULES,
} from './notification-kinds.js';
import { parentIdPart } from '../shared/parts.js';
import { authorSchema } from '../people/profiles.js';
import { REPORT_RESULTS } from '../safety/report-kinds.js';
import { caseTitlePart, reportKindPart } from '../safety/reports.js';
import {
  type BodyOf,
  choiceField,
  choicesField,
  clearableText,
  flagField,
  idField,
  omittable,
  requestBody,
  textField,
  timeField,
} from '../shared/request-fields.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

/** Entries are deleted after this many days. */
export const NOTIFICATION_DAYS = 90;

/** How many members a row of the night log names. */
export const NOTIFICATION_NAMES = 3;

/** How many entries of one row are counted at most. */
export const NOTIFICATION_GROUP = 100;

/** How many rows, or unread entries, are searched for visible ones: the newest. A log may be about what was left. */
export const NOTIFICATIONS_SEARCHED = 1_000;

/** How far ahead a reminder may be: a year. */
export const REMINDER_DAYS = 366;

/** Returns whether a row may come back at a time. Both are in ms. */
export const isReminderTime = (at: number, now: number): boolean =>
  at > now && at <= now + REMINDER_DAYS * 86_400_000;

/** How often a digest is mailed. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export const NOTIFICATION_MESSAGES = phrases({
  badNotificationKind: `The kind must be ${listed(NOTIFICATION_KINDS, 'or')}.`,
  badNotificationFilter: `The filter must be ${listed(NOTIFICATION_FILTERS, 'or')}.`,
  badReminder: 'Choose a time in the future, at most a year ahead.',
  badTime: 'Enter a time as HH:MM.',
  badTimeZone: 'Unknown time zone.',
  badPush: 'This is not a push subscription of a known service.',
  badDigest: `The digest must be ${listed(DIGESTS, 'or')}.`,
  badDigestKinds: `The kinds are ${listed(DIGEST_KINDS, 'and')}.`,
  digestNeedsAddress: 'Verify your address first. Digests go to verified addresses only.',
  oneBound: 'Use either “upTo” or “row”, not both.',
});

const title = text('The title.', { example: 'First light' });
const name = text('The name.', { example: 'Observatory' });
const excerpt = nullable(text('The beginning of the text; null if it was deleted.', { example: 'Me too.' }));

export const notificationSchema = object(
  'Notification',
  'A row of the night log: one entry, or all entries about one thing on one day.',
  {
    id: id('The newest entry of the row.'),
    kind: oneOf(NOTIFICATION_KINDS, 'What happened.', 'mention'),
    createdAt: timestamp('When the latest of it happened, or when a reminder brought it back.'),
    happenedAt: added(
      nullable(timestamp('When it happened, if a reminder brought it back since. Otherwise null.')),
      null,
    ),
    remindAt: added(nullable(timestamp('When the row comes back; null without a reminder.')), null),
    isUnread: flag('Whether some of it is unread.'),
    members: list(
      object('NotificationMember', 'A member who caused it.', {
        userId: id('The member.'),
        ...authorSchema.entries,
      }),
      `The members who caused it, the latest first; at most ${NOTIFICATION_NAMES}.`,
    ),
    others: wholeNumber(`How many further members caused it, counted up to ${NOTIFICATION_GROUP}.`, {
      example: 0,
    }),
    post: nullable(
      object('NotificationPost', 'The post that it is about.', {
        id: id('The post.'),
        title,
        author: text('The Oni ID of the author.', { example: 'vesper' }),
      }),
    ),
    reply: nullable(
      object('NotificationReply', 'The latest reply that it is about.', { id: id('The reply.'), excerpt }),
    ),
    message: nullable(
      object('NotificationMessage', 'The message that it is about.', {
        channelId: id('The channel, or the thread if `parentId` is set.'),
        parentId: optional(parentIdPart),
        channelName: text('The name of the channel.', { example: 'tonight' }),
        seq: wholeNumber('The `seq` of the message.', { example: 530 }),
        excerpt,
      }),
    ),
    server: nullable(
      object('NotificationServer', 'The dimension that it is about.', {
        id: id('The dimension.'),
        name,
        isPublic: flag('Whether everyone can find it.'),
      }),
    ),
    report: nullable(
      object('NotificationReport', 'The closed report of the member.', {
        kind: reportKindPart,
        title: caseTitlePart,
        result: oneOf(REPORT_RESULTS, 'How it ended.', 'removed'),
      }),
    ),
    sharedTags: list(
      text('A tag.', { example: 'saturn' }),
      'For new lines: the tags that all of the members share with the reader. Otherwise empty.',
    ),
  },
);
export type NotificationView = TypeOf<typeof notificationSchema>;

const time = (what: string) =>
  nullable(text(`${what}, as HH:MM in the time zone; null for no quiet hours.`, { example: '23:00' }));

export const notificationSettingsSchema = object(
  'NotificationSettings',
  'How the member hears of new entries. The night log always has everything.',
  {
    ...mapPushFields((kind) => {
      const { summary, byDefault } = NOTIFICATION_RULES[kind].push;
      return added(flag(summary, byDefault), byDefault);
    }),
    quietFrom: time('When the quiet hours start'),
    quietUntil: time('When the quiet hours end'),
    timeZone: text('The IANA time zone of the quiet hours.', { example: 'Europe/Berlin' }),
    isContentPushed: flag('Whether a push says who did what. Without, it carries a path only.', false),
    pushKey: nullable(
      text('The public key to subscribe with; null if this site cannot push.', { example: 'BNc4…' }),
    ),
    isPushed: flag('Whether the browser of this session receives pushes.', false),
    digest: oneOf(DIGESTS, 'How often a digest of unread entries is mailed to the verified address.', 'off'),
    digestKinds: list(oneOf(DIGEST_KINDS, 'A kind.', 'mention'), 'The kinds of entries in the digest.'),
    canMail: flag('Whether this site can send mail.'),
    canDigest: flag('Whether this site can mail the member: it sends mail, and the address is verified.'),
  },
);
export type NotificationSettingsView = TypeOf<typeof notificationSettingsSchema>;

const timeOfDay = matches(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, NOTIFICATION_MESSAGES.badTime);
const MAX_TIME_ZONE = 64;

/** Returns whether a text names an IANA time zone. */
function isTimeZone(text: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone.length <= MAX_TIME_ZONE
    );
  } catch {
    return false;
  }
}

const RULES = {
  quietFrom: field(
    'When the quiet hours start, as HH:MM in the time zone. Null ends them.',
    '23:00',
    [timeOfDay],
    OPTIONAL,
  ),
  quietUntil: field('When the quiet hours end.', '07:00', [timeOfDay], OPTIONAL),
  timeZone: field('The IANA time zone of the quiet hours.', 'Europe/Berlin', [
    required(NOTIFICATION_MESSAGES.badTimeZone),
    {
      test: isTimeZone,
      message: NOTIFICATION_MESSAGES.badTimeZone,
      json: { minLength: 1, maxLength: MAX_TIME_ZONE },
    },
  ]),
  endpoint: field(
    'The address at the push service.',
    'https://updates.push.services.mozilla.com/wpush/v2/g',
    [
      required(NOTIFICATION_MESSAGES.badPush),
      atMost(LIMITS.address.max, () => NOTIFICATION_MESSAGES.badPush),
      matches(/^https:\/\//, NOTIFICATION_MESSAGES.badPush),
    ],
  ),
  p256dh: field(
    "The browser's public key, base64url.",
    'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    [matches(/^[A-Za-z0-9_-]{87}$/, NOTIFICATION_MESSAGES.badPush)],
  ),
  auth: field("The browser's secret, base64url.", 'tBHItJI5svbpez7KI4CCXg', [
    matches(/^[A-Za-z0-9_-]{22}$/, NOTIFICATION_MESSAGES.badPush),
  ]),
} as const satisfies Record<string, FieldRules>;

/** `PATCH /api/notifications/settings`: absent fields stay unchanged. */
export const notificationSettingsBody = requestBody({
  ...mapPushFields((kind) => omittable(flagField(NOTIFICATION_RULES[kind].push.summary))),
  quietFrom: clearableText(RULES.quietFrom),
  quietUntil: clearableText(RULES.quietUntil),
  timeZone: omittable(textField(RULES.timeZone)),
  isContentPushed: omittable(flagField('Whether pushes may say who did what.')),
  digest: omittable(
    choiceField(DIGESTS, {
      description: 'How often a digest is mailed.',
      message: NOTIFICATION_MESSAGES.badDigest,
    }),
  ),
  digestKinds: omittable(
    choicesField(DIGEST_KINDS, {
      description: 'The kinds of entries in the digest.',
      message: NOTIFICATION_MESSAGES.badDigestKinds,
    }),
  ),
});
export type NotificationSettingsBody = BodyOf<typeof notificationSettingsBody>;

/** `PUT /api/notifications/read`. Without a field, everything is marked. */
export const notificationsReadBody = requestBody({
  upTo: omittable(idField('Marks this entry and all older ones.')),
  row: omittable(idField('Marks the row of this entry only.')),
});
export type NotificationsReadBody = BodyOf<typeof notificationsReadBody>;

const rowField = idField('The newest entry that the member saw of the row. A later one brings the row back.');

/** `PUT /api/notifications/done` and `/open`. */
export const notificationRowBody = requestBody({ row: rowField });
export type NotificationRowBody = BodyOf<typeof notificationRowBody>;

/** `PUT /api/notifications/reminders`. */
export const reminderBody = requestBody({
  row: rowField,
  at: timeField('When the row comes back: in the future, at most a year ahead.'),
});
export type ReminderBody = BodyOf<typeof reminderBody>;

/** `PUT /api/messages/{id}/reminder`. */
export const messageReminderBody = requestBody({
  at: timeField('When the message is in the night log: in the future, at most a year ahead.'),
});

/** `PUT /api/notifications/push`: the browser's `PushSubscription`. */
export const pushSubscriptionBody = requestBody({
  endpoint: textField(RULES.endpoint),
  p256dh: textField(RULES.p256dh),
  auth: textField(RULES.auth),
});
export type PushSubscriptionBody = BodyOf<typeof pushSubscriptionBody>;

/** The kinds in a query are checked by `choiceField`. */
export const NOTIFICATION_KIND_FIELD = {
  description: 'Only entries of this kind.',
  message: NOTIFICATION_MESSAGES.badNotificationKind,
} as const;

export const NOTIFICATION_FILTER_FIELD = {
  description:
    'Only rows of this filter: of some kinds, those with a reminder (soonest first), or done ones.',
  message: NOTIFICATION_MESSAGES.badNotificationFilter,
} as const;

/** The content of a push, encrypted for one browser. The service worker shows it. */
export interface PushPayload {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
}
