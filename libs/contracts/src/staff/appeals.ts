import {
  APPEAL_DECISIONS,
  MEASURE_LIMITS,
  appealPart,
  measureReasonPart,
  suspendedUntilPart,
} from '../account/measures.js';
import { authorSchema } from '../people/profiles.js';
import { reportReasonPart } from '../safety/reports.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, PROSE, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, choiceField, requestBody, textField, withDefault } from '../shared/request-fields.js';
import { flag, id, list, nullable, object, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

export const APPEAL_STATES = ['open', 'closed'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

export const APPEAL_MESSAGES = phrases({
  badAppealState: `The state must be ${listed(APPEAL_STATES, 'or')}.`,
  badAppealDecision: `The decision must be ${listed(APPEAL_DECISIONS, 'or')}.`,
  measureReasonRequired: 'Say why. The member reads it.',
  measureReasonTooLong: tooLong('A reason'),
  appealDecided: 'This appeal was decided already, or its suspension has ended.',
  otherStaffDecides: 'You suspended this member. Another member of staff decides the appeal.',
});

export const appealSchema = object('StaffAppeal', 'An appeal, for the staff of the platform.', {
  id: id('The suspension.'),
  member: authorSchema,
  rule: reportReasonPart,
  reason: measureReasonPart,
  until: suspendedUntilPart,
  suspendedAt: timestamp('When the member was suspended.'),
  suspendedBy: nullable(authorSchema),
  endedAt: nullable(timestamp('When the suspension ended; null while it lasts.')),
  appeal: appealPart,
  decidedBy: nullable(authorSchema),
  canDecide: flag('Whether the caller may decide it.'),
});
export type StaffAppealView = TypeOf<typeof appealSchema>;

/** The rules of what staff write to a member, with each measure and decision. */
export const MEASURE_RULES = {
  reason: field(
    'Why. The member reads it.',
    'You threatened to publish where another member walks.',
    [
      required(APPEAL_MESSAGES.measureReasonRequired),
      atMost(MEASURE_LIMITS.reason.max, APPEAL_MESSAGES.measureReasonTooLong),
    ],
    PROSE,
  ),
} as const satisfies Record<string, FieldRules>;

export const decideAppealBody = requestBody({
  decision: choiceField(APPEAL_DECISIONS, {
    description: 'Whether the suspension stays or ends.',
    message: APPEAL_MESSAGES.badAppealDecision,
  }),
  reason: textField(MEASURE_RULES.reason),
});
export type DecideAppealBody = BodyOf<typeof decideAppealBody>;

export const listAppeals = call('GET', '/staff/appeals', {
  summary: 'Lists the appeals against suspensions, newest suspension first',
  description:
    'For the staff of the platform. Appeals are open until they are decided or their suspension ends.',
  access: 'moderators',
  query: {
    ...pageQuery,
    state: withDefault(
      choiceField(APPEAL_STATES, {
        description: 'Only appeals in this state.',
        message: APPEAL_MESSAGES.badAppealState,
      }),
      'open',
    ),
  },
  answer: list(appealSchema),
});

export const decideAppeal = call('POST', '/staff/appeals/:id/decision', {
  summary: 'Decides an appeal',
  description:
    'For the staff of the platform, except the one who suspended the member if somebody else may decide. `lifted` ends the suspension at once.',
  access: 'moderators',
  params: { id: id('The suspension.') },
  body: { title: 'DecideAppealDto', fields: decideAppealBody },
  answer: appealSchema,
  problems: ['not_found', 'already_used'],
});

export const endMeasure = call('DELETE', '/staff/measures/:id', {
  summary: 'Ends a measure before its time',
  description:
    'For the staff of the platform. What it hid is shown again, unless another measure hides it. Ending it again changes nothing.',
  access: 'moderators',
  params: { id: id('The measure.') },
  answer: okSchema,
  problems: ['not_found'],
});
