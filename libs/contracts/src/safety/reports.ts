import { REPORT_KINDS, REPORT_REASONS, REPORT_RESULTS } from './report-kinds.js';
import { call } from '../shared/call.js';
import { atMost, field, OPTIONAL } from '../shared/field-rules.js';
import { pageQuery } from '../shared/page-queries.js';
import { createdPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, choiceField, idField, requestBody, textField } from '../shared/request-fields.js';
import { id, list, nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

/** Limits of reports and moderation, apart from `LIMITS`, which every visitor loads. In Unicode characters. */
export const MODERATION_LIMITS = {
  reportNote: { max: 1_000 },
  /** What staff write when they close a case. */
  caseReason: { max: 1_000 },
} as const;

/** Reports of a member in 24 hours. */
export const REPORTS_PER_DAY = 20;

/** The snapshot of a case and the notes of its reports are deleted this many days after it was closed. */
export const SNAPSHOT_DAYS = 180;

export const REPORT_MESSAGES = phrases({
  ownReport: 'You cannot report yourself or something of your own.',
  badReportKind: `The kind must be ${listed(REPORT_KINDS, 'or')}.`,
  badReportReason: 'Choose what is wrong.',
  reportNoteTooLong: tooLong('A note'),
});

export const reportKindPart = oneOf(REPORT_KINDS, 'What was reported.', 'message');
export const reportReasonPart = oneOf(REPORT_REASONS, 'What is wrong.', 'harassment');
export const reportNotePart = nullable(
  text(`What the reporter added; null without a note, and ${SNAPSHOT_DAYS} days after the case was closed.`, {
    example: 'Threat to publish where someone walks.',
  }),
);
export const caseTitlePart = nullable(
  text(
    'The dimension of a message, the post of a reply, or the name of the thing; null without one, and once the snapshot is deleted.',
    { example: 'Fog Signals' },
  ),
);

export const reportSchema = object('Report', 'A report of the caller.', {
  id: id('The report.'),
  kind: reportKindPart,
  title: caseTitlePart,
  reason: reportReasonPart,
  note: reportNotePart,
  createdAt: createdPart,
  result: nullable(oneOf(REPORT_RESULTS, 'How it ended; null until it is closed.', 'removed')),
  closedAt: nullable(timestamp('When staff closed it.')),
});
export type ReportView = TypeOf<typeof reportSchema>;

export const REPORT_NOTE = field(
  'What staff should know.',
  'Threat to publish where someone walks.',
  [atMost(MODERATION_LIMITS.reportNote.max, REPORT_MESSAGES.reportNoteTooLong)],
  OPTIONAL,
);

/** `POST /api/reports`. */
export const createReportBody = requestBody({
  kind: choiceField(REPORT_KINDS, {
    description: 'What is reported.',
    message: REPORT_MESSAGES.badReportKind,
  }),
  subjectId: idField('The message, post, reply, picture, dimension or member.'),
  reason: choiceField(REPORT_REASONS, {
    description: 'What is wrong.',
    message: REPORT_MESSAGES.badReportReason,
  }),
  note: textField(REPORT_NOTE),
});
export type CreateReportBody = BodyOf<typeof createReportBody>;

export const listReports = call('GET', '/reports', {
  summary: 'Lists the reports of the caller, newest first',
  query: pageQuery,
  answer: list(reportSchema),
});

export const createReport = call('POST', '/reports', {
  summary: 'Reports something to the staff',
  description: `For anything that the caller may see, except their own; ${REPORTS_PER_DAY} a day. Only the staff and operators of the site learn who reported it. A repetition changes nothing until the case is closed.`,
  status: 201,
  body: { title: 'CreateReportDto', fields: createReportBody },
  answer: reportSchema,
  problems: ['not_found', 'forbidden'],
});
