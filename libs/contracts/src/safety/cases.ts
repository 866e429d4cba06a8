import { CASE_OUTCOMES, SERVER_CASE_OUTCOMES } from './report-kinds.js';
import {
  caseTitlePart,
  MODERATION_LIMITS,
  reportKindPart,
  reportNotePart,
  reportReasonPart,
} from './reports.js';
import { attachmentSchema } from '../shared/attachments.js';
import { call } from '../shared/call.js';
import { atMost, field, OPTIONAL } from '../shared/field-rules.js';
import { pageQuery } from '../shared/page-queries.js';
import { createdPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, choiceField, requestBody, textField, withDefault } from '../shared/request-fields.js';
import {
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
import { listed } from '../shared/wording.js';

export const CASE_STATES = ['open', 'closed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const CASE_MESSAGES = phrases({
  caseClosed: 'Someone else closed this case already.',
  badCaseState: `The state must be ${listed(CASE_STATES, 'or')}.`,
  badCaseOutcome: 'Choose how the case ends.',
  caseReasonTooLong: tooLong('A reason'),
});

/** The state in a query is checked by `choiceField`. */
export const CASE_STATE_FIELD = {
  description: 'Only cases in this state.',
  message: CASE_MESSAGES.badCaseState,
} as const;

const username = nullable(
  text('The Oni ID at the time of the report; null if the account was erased.', { example: 'lev_k' }),
);

/** How many messages of a conversation staff read beside a reported one. */
export const CONVERSATION_CONTEXT = 5;

const contextSchema = object('SnapshotContext', 'A message near the reported one.', {
  username,
  content: text('The text.', { example: 'The list of lamps is on the board.' }),
  createdAt: createdPart,
});

export const snapshotSchema = object('Snapshot', 'The reported thing at the time of a report.', {
  takenAt: timestamp('When the report was made.'),
  title: caseTitlePart,
  username,
  text: text('The text of the thing; for a member or dimension, the description.', {
    example: 'nobody wants your numbers',
  }),
  createdAt: createdPart,
  channelName: nullable(text('The channel of a message.', { example: 'harbour' })),
  files: optional(
    list(attachmentSchema, 'The files of a message, which staff can open; absent if there are none.'),
  ),
  before: nullable(contextSchema),
  after: nullable(contextSchema),
  nearby: optional(
    list(
      contextSchema,
      `For a message of a conversation instead of the two: the ${CONVERSATION_CONTEXT} messages around it, oldest first.`,
    ),
  ),
});
export type Snapshot = TypeOf<typeof snapshotSchema>;

const closingSchema = object('CaseClosing', 'How a case was closed.', {
  outcome: oneOf(CASE_OUTCOMES, 'What was done.', 'removed'),
  reason: nullable(text('A note for the other staff.', { example: 'Against our rules.' })),
  username: nullable(
    text('Who closed it; null for the operators of the site, or if the account was erased.', {
      example: 'harbour_k',
    }),
  ),
  closedAt: timestamp('When it was closed.'),
});

export const serverCaseSchema = object('ServerCase', 'The reports about one message of a dimension.', {
  id: id('The case.'),
  number: wholeNumber('A short number to speak of it.', { minimum: 1, example: 2_214 }),
  kind: reportKindPart,
  title: caseTitlePart,
  channelName: nullable(text('The channel of a message.', { example: 'harbour' })),
  username,
  reason: reportReasonPart,
  reports: wholeNumber('How many members reported it.', { minimum: 1, example: 3 }),
  openedAt: timestamp('When the first report was made.'),
  isHandedOn: flag('Whether staff of the dimension handed it on to the operators of the site.'),
  closing: nullable(closingSchema),
});
export type ServerCaseView = TypeOf<typeof serverCaseSchema>;

export const caseReportSchema = object('CaseReport', 'A report, without its member.', {
  id: id('The report.'),
  reason: reportReasonPart,
  note: reportNotePart,
  createdAt: createdPart,
  /** Null if another snapshot of the case shows the same text. */
  snapshot: nullable(snapshotSchema),
});

export const serverCaseDetailSchema = object('ServerCaseDetail', 'A case with everything about it.', {
  ...serverCaseSchema.entries,
  snapshot: nullable(snapshotSchema),
  isDeleted: flag('Whether the message is deleted.', false),
  isMember: flag('Whether the author of the message is a member of the dimension.'),
  given: list(caseReportSchema, 'The reports, oldest first; at most 100.'),
});
export type ServerCaseDetail = TypeOf<typeof serverCaseDetailSchema>;

const CASE_REASON = field(
  'A note for the other staff.',
  'Against our rules.',
  [atMost(MODERATION_LIMITS.caseReason.max, CASE_MESSAGES.caseReasonTooLong)],
  OPTIONAL,
);

/** `POST /api/servers/{id}/cases/{caseId}/close`. */
export const closeServerCaseBody = requestBody({
  outcome: choiceField(SERVER_CASE_OUTCOMES, {
    description:
      'What is done: nothing, the message is deleted, or its author is removed or banned from the dimension too.',
    message: CASE_MESSAGES.badCaseOutcome,
  }),
  reason: textField(CASE_REASON),
});
export type CloseServerCaseBody = BodyOf<typeof closeServerCaseBody>;

const dimension = { id: id('The dimension.') };
const caseOfDimension = { ...dimension, caseId: id('The case.') };

export const listServerCases = call('GET', '/servers/:id/cases', {
  summary: 'Lists the cases about messages of a dimension, newest first',
  description:
    'For the owner and moderators. Cases about the owner, or for a moderator about another one, are left out.',
  params: dimension,
  query: { ...pageQuery, state: withDefault(choiceField(CASE_STATES, CASE_STATE_FIELD), 'open') },
  answer: list(serverCaseSchema),
  problems: ['not_found', 'forbidden'],
});

export const getServerCase = call('GET', '/servers/:id/cases/:caseId', {
  summary: 'Returns a case with its snapshot and reports',
  description: 'For the owner and moderators. It does not say who reported.',
  params: caseOfDimension,
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden'],
});

export const closeServerCase = call('POST', '/servers/:id/cases/:caseId/close', {
  summary: 'Closes a case',
  description:
    'For the owner and moderators. Every outcome but `none` deletes the message. The reporters learn the outcome.',
  params: caseOfDimension,
  body: { title: 'CloseServerCaseDto', fields: closeServerCaseBody },
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden', 'case_closed'],
});

export const handOnServerCase = call('POST', '/servers/:id/cases/:caseId/hand-on', {
  summary: 'Hands a case on to the operators of the site',
  description: 'For the owner and moderators. The case leaves their queue.',
  params: caseOfDimension,
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden', 'case_closed'],
});
