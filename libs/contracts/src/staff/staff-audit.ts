import { STAFF_ROLES } from '../account/staff-roles.js';
import { authorSchema } from '../people/profiles.js';
import { REPORT_KINDS, REPORT_REASONS } from '../safety/report-kinds.js';
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
} from '../shared/schema.js';

/** What the staff of the platform did. */
export const STAFF_AUDIT_KINDS = [
  'staff_added',
  'staff_removed',
  'incident_begun',
  'incident_noted',
  'incident_ended',
  'incident_deleted',
  'member_warned',
  'warning_withdrawn',
  'content_hidden',
  'content_shown',
  'member_suspended',
  'suspension_ended',
  'appeal_upheld',
  'appeal_lifted',
] as const;
export type StaffAuditKind = (typeof STAFF_AUDIT_KINDS)[number];

export const staffAuditDetailSchema = object('StaffAuditDetail', 'What the kind does not say.', {
  name: optional(text('The name of the thing, at that time.', { example: 'Pictures are slow' })),
  role: optional(oneOf(STAFF_ROLES, 'The role that the member got or lost.', 'moderator')),
  measureId: optional(id('The measure.')),
  caseId: optional(id('The case.')),
  rule: optional(oneOf(REPORT_REASONS, 'The broken rule.', 'threat')),
  until: optional(timestamp('When a suspension ends; absent without an end.')),
  thing: optional(oneOf(REPORT_KINDS, 'What was hidden.', 'post')),
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
  description: 'For the staff of the platform.',
  access: 'moderators',
  query: pageQuery,
  answer: list(staffAuditSchema),
});
