import { REPORT_REASONS } from '../safety/report-kinds.js';
import { call } from '../shared/call.js';
import { field, type FieldRules, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  omittable,
  requestBody,
  textField,
  timeField,
} from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import { id, list, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { MEASURE_RULES } from './appeals.js';
import { staffCaseSchema, STAFF_CASE_MESSAGES } from './staff-cases.js';
import { memberFactsSchema, staffMemberSchema, takenMeasureSchema } from './staff-member-facts.js';

/** What staff do against a member without a case. Hiding concerns the profile. */
export const MEMBER_ACTIONS = ['warn', 'hide', 'suspend'] as const;
export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** How many of the newest cases and measures a record has. */
export const RECORD_ENTRIES = 50;

export const STAFF_MEMBER_MESSAGES = phrases({
  badMemberAction: `The measure must be ${listed(MEMBER_ACTIONS, 'or')}.`,
  memberRequired: 'Enter the Oni ID of the member.',
  wrongUsername: 'This is not the Oni ID of the member.',
});

export const openSessionSchema = object(
  'OpenSession',
  'A session of a member, for the staff of the platform.',
  {
    id: id('The public id of the session.'),
    device: nullable(text('The User-Agent of the browser.', { example: 'Mozilla/5.0 (X11; Linux x86_64)' })),
    address: nullable(text('The network of the client at the last use.', { example: '203.0.113.0/24' })),
    createdAt: timestamp('When the member signed in.'),
    lastSeenAt: timestamp('When it was last used.'),
  },
);

export const memberRecordSchema = object('MemberRecord', 'What the staff of the platform know of a member.', {
  ...memberFactsSchema.entries,
  openSessions: list(openSessionSchema, 'The open sessions, last used first.'),
  newestCases: list(staffCaseSchema, `The newest cases about the member; at most ${RECORD_ENTRIES}.`),
  newestMeasures: list(takenMeasureSchema, `The newest measures; at most ${RECORD_ENTRIES}.`),
});
export type MemberRecord = TypeOf<typeof memberRecordSchema>;

/** `POST /api/staff/members/{id}/measures`. */
export const takeMeasureBody = requestBody({
  action: choiceField(MEMBER_ACTIONS, {
    description: 'What is done.',
    message: STAFF_MEMBER_MESSAGES.badMemberAction,
  }),
  rule: choiceField(REPORT_REASONS, {
    description: 'The rule that was broken.',
    message: STAFF_CASE_MESSAGES.ruleRequired,
  }),
  reason: textField(MEASURE_RULES.reason),
  until: omittable(timeField('When a suspension ends. Absent: it does not end.')),
});
export type TakeMeasureBody = BodyOf<typeof takeMeasureBody>;

export const ERASE_MEMBER_RULES = {
  username: field('The Oni ID of the member, as a confirmation.', 'lev_k', [
    required(STAFF_MEMBER_MESSAGES.memberRequired),
  ]),
} as const satisfies Record<string, FieldRules>;

/** `POST /api/staff/members/{id}/erasure`. */
export const eraseMemberBody = requestBody({ username: textField(ERASE_MEMBER_RULES.username) });
export type EraseMemberBody = BodyOf<typeof eraseMemberBody>;

const ofMember = { id: id('The member.') };

export const listStaffMembers = call('GET', '/staff/members', {
  summary: 'Lists members, newest first',
  description:
    'For the staff of the platform. `q` is the beginning of an Oni ID or a name; with an `@`, of an e-mail address; written as one, of the network of a session, such as `203.0.113`.',
  access: 'moderators',
  query: {
    ...pageQuery,
    q: textField(filter('The beginning of an Oni ID, a name, an e-mail address or a network.', 'lev')),
  },
  answer: list(staffMemberSchema),
});

export const getMemberRecord = call('GET', '/staff/members/:id', {
  summary: 'Returns the record of a member',
  description: 'For the staff of the platform. The audit log has the look.',
  access: 'moderators',
  params: ofMember,
  answer: memberRecordSchema,
  problems: ['not_found'],
});

export const takeMeasure = call('POST', '/staff/members/:id/measures', {
  summary: 'Takes a measure against a member without a case',
  description:
    'For the staff of the platform, not against staff of the same or a higher role. The member learns the measure and its reason. `hide` makes the profile private until the measure ends.',
  access: 'moderators',
  params: ofMember,
  body: { title: 'TakeMeasureDto', fields: takeMeasureBody },
  answer: memberRecordSchema,
  problems: ['not_found'],
});

export const endMemberSessions = call('DELETE', '/staff/members/:id/sessions', {
  summary: 'Ends all sessions of a member',
  description: 'For the staff of the platform, not against staff of the same or a higher role.',
  access: 'moderators',
  params: ofMember,
  answer: memberRecordSchema,
  problems: ['not_found'],
});

export const eraseMember = call('POST', '/staff/members/:id/erasure', {
  summary: 'Erases the account of a member who asked for it',
  description:
    'For the administrators of the platform, not against staff of the same or a higher role. It does what the erasure by the member does.',
  access: 'admins',
  params: ofMember,
  body: { title: 'EraseMemberDto', fields: eraseMemberBody },
  answer: okSchema,
  problems: ['not_found'],
});
