import { attachmentSchema, attachmentsField } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { OPTIONAL } from '../shared/field-rules.js';
import { params, problemCode, reason } from '../shared/live-requests.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { parentIdPart } from '../shared/parts.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  clearableText,
  omittable,
  omittableByNull,
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
  optional,
  text,
  timestamp,
  type TypeOf,
} from '../shared/schema.js';
import { MESSAGE_RULES, quoteSchema, replyToField, sentTextField, warningField } from './messages.js';

/** Bounds of scheduled messages, apart from `LIMITS`, which every visitor loads. */
export const SCHEDULED_LIMITS = {
  /** Those of a member that wait or failed. */
  count: 100,
  /** How far ahead one is sent, in ms. */
  ahead: { min: 60_000, max: 366 * 86_400_000 },
} as const;

/** Returns whether a message may be sent at a time. Both are in ms. */
export const isSendTime = (at: number, now: number): boolean =>
  at >= now + SCHEDULED_LIMITS.ahead.min && at <= now + SCHEDULED_LIMITS.ahead.max;

export const SCHEDULED_MESSAGES = phrases({
  badSendTime: 'Choose a time at least a minute and at most a year ahead.',
  beingSent: 'This message is being sent. Wait a moment.',
  noMoon: 'Nothing opens at full moon here. Choose a time.',
  placeGone: 'This place does not exist any more, or you can no longer read it.',
});

export const scheduledMessageSchema = object(
  'ScheduledMessage',
  'A message of the caller that is sent at a time, or could not be sent then.',
  {
    id: id('The scheduled message.'),
    place: nullable(
      object(
        'ScheduledPlace',
        'Where it is sent. Null if that is gone, or the caller can no longer read it.',
        {
          channelId: id('The channel, thread or conversation.'),
          parentId: optional(parentIdPart),
          channelName: text('The name of the channel, or that of the thread; empty for most conversations.', {
            example: 'tonight',
          }),
          server: nullable(
            object('ScheduledServer', 'The dimension; null for a conversation.', {
              id: id('The dimension.'),
              name: text('The name.', { example: 'Observatory' }),
              isPublic: flag('Whether everyone can find it.'),
            }),
          ),
        },
      ),
    ),
    content: text('The text.', { example: 'Clear skies tonight. Who is in?' }),
    replyTo: optional(quoteSchema),
    attachments: optional(list(attachmentSchema, 'Its files; absent if there are none.')),
    sendAt: timestamp('When it is sent; for one that is left for a full moon, the next one.'),
    isLeft: added(
      flag(
        'Whether it waits for a full moon, at which one of those that were left in the channel opens.',
        false,
      ),
      false,
    ),
    failure: nullable(
      object('ScheduledFailure', 'Why it was not sent. It is not tried again.', {
        code: problemCode,
        message: text('The reason, in English.', { example: SCHEDULED_MESSAGES.placeGone.message }),
        reason: reason(SCHEDULED_MESSAGES.placeGone.reason),
        params,
      }),
    ),
    createdAt: timestamp('When it was scheduled.'),
  },
);
export type ScheduledMessageView = TypeOf<typeof scheduledMessageSchema>;
export type ScheduledFailure = NonNullable<ScheduledMessageView['failure']>;

const sendAtField = () => timeField('When it is sent: at least a minute and at most a year ahead.');

export const scheduleMessageBody = requestBody({
  content: sentTextField(),
  attachments: attachmentsField(),
  replyToSeq: replyToField(),
  acceptsWarning: warningField(),
  nonce: textField({ ...MESSAGE_RULES.nonce, ...OPTIONAL }),
  sendAt: omittableByNull(sendAtField()),
});
export type ScheduleMessageBody = BodyOf<typeof scheduleMessageBody>;

/** `PATCH /api/scheduled-messages/{id}`: absent fields stay unchanged. An empty text leaves a message with its files only. */
export const changeScheduledBody = requestBody({
  content: clearableText({ ...MESSAGE_RULES.content, ...OPTIONAL }),
  acceptsWarning: warningField(),
  sendAt: omittable(sendAtField()),
});
export type ChangeScheduledBody = BodyOf<typeof changeScheduledBody>;

/** `POST /api/scheduled-messages/{id}/send`. */
export const sendScheduledBody = requestBody({ acceptsWarning: warningField() });

const scheduled = { id: id('The scheduled message.') };
/** Why a text may not be written in a place. */
const REFUSALS = [
  'not_found',
  'not_a_member',
  'forbidden',
  'timed_out',
  'channel_locked',
  'already_used',
  'filtered',
  'filter_warning',
] as const;

export const listScheduledMessages = call('GET', '/scheduled-messages', {
  summary: "Lists the caller's scheduled messages, the next one first",
  description: 'With those that could not be sent, until they are changed or deleted.',
  query: pageQuery,
  answer: list(scheduledMessageSchema),
});

export const scheduleMessage = call('POST', '/channels/:id/scheduled-messages', {
  summary: 'Schedules a message',
  description:
    'For those who may write in the channel, thread or conversation now. It is sent once, under the rules of its time: slow mode delays it, filters may hold it, and any other refusal is kept with it. Its files are kept until then. Without a time, it is left for a full moon, in a channel that opens one message then. Repeating a nonce answers 200 and the first one.',
  status: 201,
  alsoStatus: 200,
  params: { id: id('The channel, thread or conversation.') },
  body: { title: 'ScheduleMessageDto', fields: scheduleMessageBody },
  answer: scheduledMessageSchema,
  problems: [...REFUSALS, 'quota_reached'],
});

export const changeScheduledMessage = call('PATCH', '/scheduled-messages/:id', {
  summary: 'Changes the text or the time of a scheduled message',
  description:
    'One that could not be sent needs a new time. One with a new time is not left for a full moon any more. `already_used`: it is being sent.',
  params: scheduled,
  body: { title: 'ChangeScheduledMessageDto', fields: changeScheduledBody },
  answer: scheduledMessageSchema,
  problems: [...REFUSALS],
});

export const sendScheduledMessage = call('POST', '/scheduled-messages/:id/send', {
  summary: 'Sends a scheduled message now',
  description:
    '`held_for_review`: the staff of the dimension read it before others see it. After any other refusal it stays scheduled as it was.',
  params: scheduled,
  body: { title: 'SendScheduledMessageDto', fields: sendScheduledBody },
  answer: okSchema,
  problems: [...REFUSALS, 'slow_mode', 'held_for_review', 'quota_reached'],
});

export const deleteScheduledMessage = call('DELETE', '/scheduled-messages/:id', {
  summary: 'Cancels a scheduled message, with its files',
  params: scheduled,
  answer: okSchema,
  problems: ['not_found', 'already_used'],
});
