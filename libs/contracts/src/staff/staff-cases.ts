import { MEASURE_LIMITS } from '../account/measures.js';
import { authorSchema } from '../people/profiles.js';
import { caseReportSchema, serverCaseSchema, snapshotSchema } from '../safety/cases.js';
import { CASE_OUTCOMES, REPORT_REASONS, type ReportKind } from '../safety/report-kinds.js';
import { REPORT_MESSAGES } from '../safety/reports.js';
import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, OPTIONAL } from '../shared/field-rules.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  flagField,
  flagInQuery,
  omittable,
  requestBody,
  textField,
  timeField,
  withDefault,
} from '../shared/request-fields.js';
import { flag, id, list, nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { APPEAL_MESSAGES } from './appeals.js';
import { staffAuditSchema } from './staff-audit.js';
import { memberFactsSchema, takenMeasureSchema } from './staff-member-facts.js';

/** The lists of cases in the console: those that wait, those that the caller works on, and those that ended. */
export const STAFF_CASE_LISTS = ['open', 'mine', 'closed'] as const;
export type StaffCaseList = (typeof STAFF_CASE_LISTS)[number];

/** How the staff of the platform decide a case. Each but the first is a measure against the member that the member learns. */
export const CASE_ACTIONS = ['none', 'warn', 'hide', 'suspend'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

const HIDEABLE_KINDS: readonly ReportKind[] = ['message', 'post', 'reply', 'picture', 'profile', 'member'];
/** Returns whether staff can hide a reported thing. Of a member they hide the profile. */
export const isHideable = (kind: ReportKind): boolean => HIDEABLE_KINDS.includes(kind);

/** Returns whether a hidden thing can be shown again. Messages and replies are deleted instead. */
export const isShownAgain = (kind: ReportKind): boolean => kind !== 'message' && kind !== 'reply';

export const STAFF_CASE_MESSAGES = phrases({
  badCaseList: `The list must be ${listed(STAFF_CASE_LISTS, 'or')}.`,
  badCaseAction: `The decision must be ${listed(CASE_ACTIONS, 'or')}.`,
  ruleRequired: 'Choose the rule that was broken.',
  pastEnd: 'A suspension ends in the future.',
  caseTaken: 'Someone else works on this case. Assign it to yourself first.',
  notHideable: 'This cannot be hidden.',
  formerMember:
    'This member has left the site. The case can only be closed without a measure, or its message deleted.',
});

const { isHandedOn, closing: _, ...caseEntries } = serverCaseSchema.entries;

export const staffCaseSchema = object(
  'StaffCase',
  'Reports about one thing, for the staff of the platform.',
  {
    ...caseEntries,
    isHandedOn,
    isWithDimension: flag('Whether the owner and moderators of a dimension handle it.', false),
    assignee: nullable(
      text('The Oni ID of the member of staff who works on it, or decided it; null without one.', {
        example: 'harbour_k',
      }),
    ),
    isMine: flag('Whether the caller works on it, or decided it.', false),
    outcome: nullable(oneOf(CASE_OUTCOMES, 'How it ended; null while it is open.', 'removed')),
    closedAt: nullable(timestamp('When it was closed.')),
  },
);
export type StaffCaseView = TypeOf<typeof staffCaseSchema>;

const staffReportSchema = object('StaffCaseReport', 'A report with its member.', {
  ...caseReportSchema.entries,
  /** Null if the account was erased, and for what a repetition found. */
  reporter: nullable(authorSchema),
});

export const staffCaseDetailSchema = object('StaffCaseDetail', 'A case with everything about it.', {
  ...staffCaseSchema.entries,
  snapshot: nullable(snapshotSchema),
  hasPicture: flag('Whether there is a copy of the reported picture.', false),
  isGone: flag('Whether the reported thing was deleted, or is hidden from others.', false),
  /** Null if the account was erased. */
  member: nullable(memberFactsSchema),
  canAct: flag('Whether the caller may take measures against the member.'),
  note: nullable(text('What staff wrote when they closed it.', { example: 'Against our rules.' })),
  closedBy: nullable(
    text('Who of the dimension closed it; null for the staff and operators of the site.', {
      example: 'harbour_k',
    }),
  ),
  given: list(staffReportSchema, 'The reports, oldest first; at most 100.'),
  measures: list(takenMeasureSchema, 'What was done against the member.'),
  trail: list(
    staffAuditSchema,
    'What staff did with the case, oldest first; the looks of others are for admins.',
  ),
});
export type StaffCaseDetail = TypeOf<typeof staffCaseDetailSchema>;

export const CASE_DECISION_RULES = {
  reason: field(
    'Why: the member reads it. Without a measure, a note for the other staff.',
    'You threatened to publish where another member walks.',
    [atMost(MEASURE_LIMITS.reason.max, APPEAL_MESSAGES.measureReasonTooLong)],
    OPTIONAL,
  ),
} as const satisfies Record<string, FieldRules>;

/** `POST /api/staff/cases/{id}/decision`. */
export const decideCaseBody = requestBody({
  action: choiceField(CASE_ACTIONS, {
    description: 'What is done against the member.',
    message: STAFF_CASE_MESSAGES.badCaseAction,
  }),
  rule: omittable(
    choiceField(REPORT_REASONS, {
      description: 'The rule that was broken. Required for a measure.',
      message: REPORT_MESSAGES.badReportReason,
    }),
  ),
  reason: textField(CASE_DECISION_RULES.reason),
  until: omittable(timeField('When a suspension ends. Absent: it does not end.')),
  hidesContent: omittable(flagField('Whether a warning or suspension hides the reported thing too.')),
});
export type DecideCaseBody = BodyOf<typeof decideCaseBody>;

const ofCase = { id: id('The case.') };

export const listStaffCases = call('GET', '/staff/cases', {
  summary: 'Lists cases of all dimensions, newest first',
  description:
    'For the staff of the platform. Those that the owner and moderators of a dimension handle are left out unless asked for.',
  access: 'moderators',
  query: {
    ...pageQuery,
    list: withDefault(
      choiceField(STAFF_CASE_LISTS, {
        description: 'Open cases, those of the caller, or closed ones.',
        message: STAFF_CASE_MESSAGES.badCaseList,
      }),
      'open',
    ),
    all: flagInQuery('Also cases that the owner and moderators of a dimension handle.'),
  },
  answer: list(staffCaseSchema),
});

export const getStaffCase = call('GET', '/staff/cases/:id', {
  summary: 'Returns a case with its snapshot, its reports and their members',
  description: 'For the staff of the platform. The audit log has the look.',
  access: 'moderators',
  params: ofCase,
  answer: staffCaseDetailSchema,
  problems: ['not_found'],
});

export const assignCase = call('PUT', '/staff/cases/:id/assignment', {
  summary: 'Assigns an open case to the caller',
  description: 'For the staff of the platform. Also takes over a case of somebody else.',
  access: 'moderators',
  params: ofCase,
  answer: staffCaseDetailSchema,
  problems: ['not_found', 'case_closed'],
});

export const releaseCase = call('DELETE', '/staff/cases/:id/assignment', {
  summary: 'Gives an open case of the caller back',
  description: 'For the staff of the platform. A case of somebody else stays as it is.',
  access: 'moderators',
  params: ofCase,
  answer: staffCaseDetailSchema,
  problems: ['not_found', 'case_closed'],
});

export const decideCase = call('POST', '/staff/cases/:id/decision', {
  summary: 'Decides and closes a case',
  description:
    'For the staff of the platform. The reporters learn the outcome, and the member each measure. Hiding deletes a message or reply, and makes a post, a picture or a profile private until the measure ends.',
  access: 'moderators',
  params: ofCase,
  body: { title: 'DecideCaseDto', fields: decideCaseBody },
  answer: staffCaseDetailSchema,
  problems: ['not_found', 'case_closed'],
});
