import { registrationPart } from '../account/registration.js';
import { STAFF_ROLES } from '../account/staff-roles.js';
import { authorSchema } from '../people/profiles.js';
import { CASE_OUTCOMES, REPORT_KINDS, REPORT_REASONS } from '../safety/report-kinds.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
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

/** What the staff of the platform did. */
export const STAFF_AUDIT_KINDS = [
  'staff_added',
  'incident_begun',
  'incident_noted',
  'incident_ended',
  'incident_deleted',
  'case_viewed',
  'case_file_viewed',
  'case_assigned',
  'case_released',
  'case_closed',
  'member_viewed',
  'member_sessions_ended',
  'member_erased',
  'member_warned',
  'warning_withdrawn',
  'content_hidden',
  'content_shown',
  'member_suspended',
  'suspension_ended',
  'appeal_upheld',
  'appeal_lifted',
  'wave_removed',
  'wave_returned',
  'wave_dismissed',
  'staff_changed',
  'staff_removed',
  'dimension_created',
  'dimension_changed',
  'dimension_archived',
  'dimension_restored',
  'announcement_made',
  'announcement_changed',
  'announcement_deleted',
  'waitlist_viewed',
  'waitlist_invited',
  'waitlist_removed',
  'registration_changed',
  'proof_of_work_changed',
  'maintenance_set',
  'maintenance_ended',
  'registration_invited',
  'registration_invite_revoked',
  'storage_limited',
] as const;
export type StaffAuditKind = (typeof STAFF_AUDIT_KINDS)[number];
/** Looks at what is private, which the log shows to admins only. */
export type StaffLookKind = Extract<StaffAuditKind, `${string}_viewed`>;
export type StaffActionKind = Exclude<StaffAuditKind, StaffLookKind>;

const megabytes = (description: string) => wholeNumber(description, { example: 500 });

export const staffAuditDetailSchema = object('StaffAuditDetail', 'What the kind does not say.', {
  role: optional(oneOf(STAFF_ROLES, 'The role that the member got or lost.', 'moderator')),
  case: optional(wholeNumber('The number of the case.', { minimum: 1, example: 2_214 })),
  outcome: optional(oneOf(CASE_OUTCOMES, 'How the case ended.', 'removed')),
  measureId: optional(id('The measure.')),
  caseId: optional(id('The case.')),
  rule: optional(oneOf(REPORT_REASONS, 'The broken rule.', 'threat')),
  until: optional(timestamp('When a suspension ends; absent without an end.')),
  waveId: optional(id('The wave of spam.')),
  accounts: optional(
    wholeNumber('The accounts of a wave that were suspended, or no longer are.', { example: 34 }),
  ),
  thing: optional(oneOf(REPORT_KINDS, 'What was hidden.', 'post')),
  name: optional(
    text('What it was about: a dimension, an announcement, or an address without most of its name.', {
      example: 'Harbour',
    }),
  ),
  registration: optional(registrationPart),
  isOn: optional(flag('Whether it was switched on.')),
  startsAt: optional(timestamp('When a maintenance starts.')),
  endsAt: optional(nullable(timestamp('When a maintenance ends; null without an end.'))),
  pictureMegabytes: optional(nullable(megabytes('The new limit of the album; null for that of everyone.'))),
  attachmentMegabytes: optional(nullable(megabytes('The new limit of files; null for that of everyone.'))),
});
export type StaffAuditDetail = TypeOf<typeof staffAuditDetailSchema>;

export const staffAuditSchema = object('StaffAuditEntry', 'An action of the staff of the platform.', {
  id: id('The entry.'),
  kind: oneOf(STAFF_AUDIT_KINDS, 'What was done.', 'staff_added'),
  /** Null for the operators, or if the account was erased. */
  actor: nullable(authorSchema),
  isByOperators: flag('Whether it was a command of the operators.'),
  subject: nullable(authorSchema),
  detail: staffAuditDetailSchema,
  createdAt: timestamp('When.'),
});
export type StaffAuditView = TypeOf<typeof staffAuditSchema>;

export const listStaffAudit = call('GET', '/staff/audit', {
  summary: 'Lists what the staff of the platform did, newest first',
  description: 'For the staff of the platform. Looks at what is private are for its administrators.',
  access: 'moderators',
  query: pageQuery,
  answer: list(staffAuditSchema),
});
