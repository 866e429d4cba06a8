import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, PROSE, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  idField,
  numberField,
  omittable,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { id, list, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { durationText, momentText } from '../shared/wording.js';

/** Bounds of a time-out, apart from `LIMITS`, which every visitor loads. */
export const TIME_OUT_LIMITS = {
  minutes: { min: 10, max: 28 * 24 * 60 },
  /** In Unicode characters. */
  reason: { max: 500 },
} as const;

const { minutes } = TIME_OUT_LIMITS;
const MINUTE_MS = 60_000;

export const TIME_OUT_MESSAGES = phrases({
  timedOut: ({ until }: { until: string }) => `You are timed out until ${momentText(until)} UTC.`,
  badTimeOut: `A time-out lasts ${durationText(MINUTE_MS * minutes.min)} to ${durationText(MINUTE_MS * minutes.max)}.`,
  timeOutReasonRequired: 'Please enter a reason.',
  timeOutReasonTooLong: tooLong('A reason'),
  staffTimeOut: 'Only members without a role can be timed out.',
});

const terms = {
  until: timestamp('When it ends.'),
  reason: text('Why, for the member.', { example: 'Three warnings about spoilers.' }),
};

export const timeOutSchema = object(
  'TimeOut',
  'While it runs, the member reads, but does not write, edit, delete, react or show that they are typing.',
  terms,
);
export type TimeOutView = TypeOf<typeof timeOutSchema>;

export const timedOutMemberSchema = object('TimedOutMember', 'A member who is timed out in a dimension.', {
  userId: id('The member.'),
  ...authorSchema.entries,
  ...terms,
  createdAt: timestamp('When it was set.'),
});
export type TimedOutMember = TypeOf<typeof timedOutMemberSchema>;

export const TIME_OUT_REASON = field(
  'Why. The member reads it.',
  'Three warnings about spoilers.',
  [
    required(TIME_OUT_MESSAGES.timeOutReasonRequired),
    atMost(TIME_OUT_LIMITS.reason.max, TIME_OUT_MESSAGES.timeOutReasonTooLong),
  ],
  PROSE,
);

/** `PUT /api/servers/{id}/members/{userId}/time-out`. */
export const timeOutBody = requestBody({
  minutes: numberField('How long it lasts from now, in minutes.', {
    ...TIME_OUT_LIMITS.minutes,
    message: TIME_OUT_MESSAGES.badTimeOut,
    example: 60,
  }),
  reason: textField(TIME_OUT_REASON),
});
export type TimeOutBody = BodyOf<typeof timeOutBody>;

export const timeOutsQuery = requestBody({
  ...pageQuery,
  member: omittable(idField('Only the time-out of this member.')),
});

const dimension = { id: id('The dimension.') };
const member = { ...dimension, userId: id('The member.') };

export const listTimeOuts = call('GET', '/servers/:id/time-outs', {
  summary: 'Lists the running time-outs of a dimension, newest first',
  description: 'For the owner and moderators. Includes members who left and would still be timed out.',
  params: dimension,
  query: timeOutsQuery,
  answer: list(timedOutMemberSchema),
  problems: ['not_found', 'forbidden'],
});

export const setTimeOut = call('PUT', '/servers/:id/members/:userId/time-out', {
  summary: 'Times a member out',
  description:
    'For the owner and moderators, about members without a role. It replaces a running time-out. The member reads the reason, and keeps the rest when they leave and return.',
  params: member,
  body: { title: 'TimeOutDto', fields: timeOutBody },
  answer: timeOutSchema,
  problems: ['not_found', 'forbidden'],
});

export const endTimeOut = call('DELETE', '/servers/:id/members/:userId/time-out', {
  summary: 'Ends a time-out early',
  description: 'For the owner and moderators.',
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
