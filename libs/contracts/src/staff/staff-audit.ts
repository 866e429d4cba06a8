import { registrationPart } from '../account/registration.js';
import { STAFF_ROLES } from '../account/staff-roles.js';
import { authorSchema } from '../people/profiles.js';
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
  'registration_invited',
  'registration_invite_revoked',
  'storage_limited',
] as const;
export type StaffAuditKind = (typeof STAFF_AUDIT_KINDS)[number];

const megabytes = (description: string) => wholeNumber(description, { example: 500 });

export const staffAuditDetailSchema = object('StaffAuditDetail', 'What the kind does not say.', {
  role: optional(oneOf(STAFF_ROLES, 'The role that the member got or lost.', 'moderator')),
  name: optional(
    text('What it was about: a dimension, an announcement, or an address without most of its name.', {
      example: 'Harbour',
    }),
  ),
  registration: optional(registrationPart),
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
  description: 'For the staff of the platform.',
  access: 'moderators',
  query: pageQuery,
  answer: list(staffAuditSchema),
});
