import type { StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';
import { isolated } from '../../../ui/member-name.js';

export const AUDIT_TEXTS = {
  title: 'Audit log',
  text: 'What staff and operators did. Entries are never changed or removed.',
  loading: 'Loading the log',
  empty: 'Nothing has happened yet.',
  more: 'More entries',
  departed: 'a former member',
  operators: 'The operators',
} as const;

interface Action {
  actor: string;
  subject: string;
  detail: StaffAuditDetail;
}

const nameOf = ({ name = '' }: StaffAuditDetail): string => isolated(name);

/** A sentence for each kind of entry. */
export const AUDIT_SENTENCES: Record<StaffAuditKind, (action: Action) => string> = {
  staff_added: ({ actor, subject, detail: { role = 'moderator' } }) =>
    `${actor} made ${subject} ${role === 'admin' ? 'an admin' : 'a moderator'} of the site`,
  incident_begun: ({ actor, detail }) => `${actor} began the incident ${nameOf(detail)}`,
  incident_noted: ({ actor, detail }) => `${actor} wrote about the incident ${nameOf(detail)}`,
  incident_ended: ({ actor, detail }) => `${actor} ended the incident ${nameOf(detail)}`,
  incident_deleted: ({ actor, detail }) => `${actor} deleted the incident ${nameOf(detail)}`,
  staff_removed: ({ actor, subject }) => `${actor} took ${subject} off the staff`,
};
