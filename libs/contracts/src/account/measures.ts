import { REPORT_KINDS } from '../safety/report-kinds.js';
import { reportReasonPart } from '../safety/reports.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, PROSE, required } from '../shared/field-rules.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { id, list, nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';

/** What the staff of the platform do against a member. */
export const MEASURE_KINDS = ['warned', 'content_hidden', 'suspended'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** How an appeal ends: the suspension stays, or ends at once. */
export const APPEAL_DECISIONS = ['upheld', 'lifted'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];

/** In Unicode characters. */
export const MEASURE_LIMITS = {
  /** What staff write to the member. */
  reason: { max: 1_000 },
  appeal: { max: 2_000 },
} as const;

/** However often it is used, the session of a suspended member ends this long after its sign-in. */
export const SUSPENDED_SESSION_MS = 24 * 60 * 60 * 1_000;

export const MEASURE_MESSAGES = phrases({
  suspended: 'This account is suspended.',
  profileHidden: 'The staff of this site have hidden your profile.',
  appealRequired: 'Say what you think was judged wrongly.',
  appealTooLong: tooLong('An appeal'),
  appealedAlready: 'You have appealed against this suspension already.',
});

export const measureKindPart = oneOf(MEASURE_KINDS, 'What was done.', 'suspended');
export const measureReasonPart = text('Why, as the staff put it to the member.', {
  example: 'You threatened to publish where another member walks.',
});
export const suspendedUntilPart = nullable(
  timestamp('When a suspension ends; null without an end, and for other measures.'),
);

const hiddenThingSchema = object('HiddenThing', 'What was hidden.', {
  kind: oneOf(REPORT_KINDS, 'What it is.', 'post'),
  title: nullable(text('Its name at that time; null without one.', { example: 'Night walks' })),
});

export const appealPart = object('Appeal', 'An appeal against a suspension.', {
  text: text('What the member wrote.', { example: 'The address was my own.' }),
  sentAt: timestamp('When it was sent.'),
  decision: nullable(oneOf(APPEAL_DECISIONS, 'How it ended; null until then.', 'upheld')),
  reason: nullable(
    text('Why it was decided so; null until then.', { example: 'The message names a street.' }),
  ),
  decidedAt: nullable(timestamp('When it was decided; null until then.')),
});
export type AppealView = TypeOf<typeof appealPart>;

export const measureSchema = object('Measure', 'A measure of the staff of the platform against the caller.', {
  id: id('The measure.'),
  kind: measureKindPart,
  rule: reportReasonPart,
  reason: measureReasonPart,
  until: suspendedUntilPart,
  subject: nullable(hiddenThingSchema),
  createdAt: timestamp('When it was taken.'),
  endedAt: nullable(timestamp('When it ended; null while it lasts, and for warnings.')),
  appeal: nullable(appealPart),
});
export type MeasureView = TypeOf<typeof measureSchema>;

export const suspendedSessionSchema = object(
  'SuspendedSession',
  'The session of a suspended member. It is for the suspension, the appeal, the export, the erasure and the log-out only.',
  {
    sessionId: text('The bearer credential. Returned only once.', {
      pattern: '^s\\.[A-Za-z0-9_-]{43}$',
      example: 's.pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
    }),
    expiresAt: timestamp('When the member has to sign in again.'),
  },
);
export type SuspendedSession = TypeOf<typeof suspendedSessionSchema>;

export const APPEAL_RULES = {
  text: field(
    'What the member thinks was judged wrongly.',
    'The address was my own.',
    [
      required(MEASURE_MESSAGES.appealRequired),
      atMost(MEASURE_LIMITS.appeal.max, MEASURE_MESSAGES.appealTooLong),
    ],
    PROSE,
  ),
} as const satisfies Record<string, FieldRules>;

export const appealBody = requestBody({ text: textField(APPEAL_RULES.text) });
export type AppealBody = BodyOf<typeof appealBody>;

export const listMeasures = call('GET', '/users/me/measures', {
  summary: 'Lists the measures of the staff of the platform against the caller, newest first',
  description: 'With the reason of each, and without the names of the staff.',
  query: pageQuery,
  answer: list(measureSchema),
});

export const getSuspension = call('GET', '/auth/suspension', {
  summary: 'Returns the suspension of the caller',
  description: 'Fails with `not_found` if the caller is not suspended.',
  forSuspended: true,
  answer: measureSchema,
  problems: ['not_found'],
});

export const appealSuspension = call('POST', '/auth/suspension/appeal', {
  summary: 'Appeals against the suspension of the caller',
  description:
    'Once for each suspension. Another member of staff than the one who suspended decides it, where there is one.',
  forSuspended: true,
  body: { title: 'AppealDto', fields: appealBody },
  answer: measureSchema,
  problems: ['not_found', 'already_used'],
  duringMaintenance: true,
});
