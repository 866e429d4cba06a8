import type { RegistrationMode, StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';
import { formatShortMoment } from '../../../ui/dates.js';
import { isolated } from '../../../ui/member-name.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';

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
/** The rule, in the middle of a sentence. */
const ruleOf = ({ rule }: StaffAuditDetail): string =>
  rule === undefined ? '' : ` (${REASON_TEXTS[rule].toLowerCase()})`;

const caseOf = (detail: StaffAuditDetail): string =>
  detail.case === undefined ? 'a case' : `case ${detail.case}`;

const accountsText = (count: number): string => (count === 1 ? 'one account' : `${count} accounts`);

const REGISTRATION: Record<RegistrationMode, string> = {
  open: 'opened registration to everyone',
  invite: 'left registration to invitations',
  closed: 'closed registration',
};

const limitText = (what: string, megabytes: number | null | undefined): string[] =>
  megabytes === undefined ? [] : [`${what} ${megabytes === null ? 'as for everyone' : `${megabytes} MB`}`];

/** A sentence for each kind of entry. */
export const AUDIT_SENTENCES: Record<StaffAuditKind, (action: Action) => string> = {
  staff_added: ({ actor, subject, detail: { role = 'moderator' } }) =>
    `${actor} made ${subject} ${role === 'admin' ? 'an admin' : 'a moderator'} of the site`,
  incident_begun: ({ actor, detail }) => `${actor} began the incident ${nameOf(detail)}`,
  incident_noted: ({ actor, detail }) => `${actor} wrote about the incident ${nameOf(detail)}`,
  incident_ended: ({ actor, detail }) => `${actor} ended the incident ${nameOf(detail)}`,
  incident_deleted: ({ actor, detail }) => `${actor} deleted the incident ${nameOf(detail)}`,
  member_warned: ({ actor, subject, detail }) => `${actor} warned ${subject}${ruleOf(detail)}`,
  warning_withdrawn: ({ actor, subject }) => `${actor} withdrew a warning of ${subject}`,
  content_hidden: ({ actor, subject, detail }) =>
    `${actor} hid a ${detail.thing ?? 'post'} of ${subject}${ruleOf(detail)}`,
  content_shown: ({ actor, subject }) => `${actor} showed again what was hidden of ${subject}`,
  member_suspended: ({ actor, subject, detail }) =>
    `${actor} suspended ${subject} ${detail.until === undefined ? 'without an end' : `until ${formatShortMoment(new Date(detail.until))}`}${ruleOf(detail)}`,
  suspension_ended: ({ actor, subject }) => `${actor} ended the suspension of ${subject}`,
  appeal_upheld: ({ actor, subject }) => `${actor} kept the suspension of ${subject} after an appeal`,
  case_viewed: ({ actor, detail }) => `${actor} opened ${caseOf(detail)}`,
  case_file_viewed: ({ actor, detail }) => `${actor} opened a file of ${caseOf(detail)}`,
  case_assigned: ({ actor, detail }) => `${actor} took ${caseOf(detail)}`,
  case_released: ({ actor, detail }) => `${actor} gave ${caseOf(detail)} back`,
  case_closed: ({ actor, detail }) =>
    `${actor} closed ${caseOf(detail)}${detail.outcome === 'none' ? ' without a measure' : ''}`,
  member_viewed: ({ actor, subject }) => `${actor} opened the record of ${subject}`,
  member_sessions_ended: ({ actor, subject }) => `${actor} ended the sessions of ${subject}`,
  member_erased: ({ actor, subject }) => `${actor} erased ${subject} on request`,
  appeal_lifted: ({ actor, subject }) => `${actor} ended the suspension of ${subject} after an appeal`,
  wave_removed: ({ actor, detail: { accounts = 0 } }) =>
    `${actor} suspended ${accountsText(accounts)} of a wave of spam and removed what they wrote`,
  wave_returned: ({ actor, detail: { accounts = 0 } }) =>
    `${actor} undid the removal of a wave of spam and ended the suspension of ${accountsText(accounts)}`,
  wave_dismissed: ({ actor }) => `${actor} dismissed a wave of copies that were no spam`,
  staff_changed: ({ actor, subject, detail: { role = 'moderator' } }) =>
    `${actor} changed the role of ${subject} to ${role}`,
  staff_removed: ({ actor, subject }) => `${actor} took ${subject} off the staff`,
  dimension_created: ({ actor, detail }) => `${actor} created the dimension ${nameOf(detail)}`,
  dimension_changed: ({ actor, detail }) => `${actor} changed the dimension ${nameOf(detail)}`,
  dimension_archived: ({ actor, detail }) => `${actor} archived the dimension ${nameOf(detail)}`,
  dimension_restored: ({ actor, detail }) =>
    `${actor} returned the dimension ${nameOf(detail)} from the archive`,
  announcement_made: ({ actor, detail }) => `${actor} announced: ${nameOf(detail)}`,
  announcement_changed: ({ actor, detail }) => `${actor} changed the announcement: ${nameOf(detail)}`,
  announcement_deleted: ({ actor, detail }) => `${actor} deleted the announcement: ${nameOf(detail)}`,
  waitlist_viewed: ({ actor }) => `${actor} read the waitlist`,
  waitlist_invited: ({ actor, detail }) => `${actor} invited ${nameOf(detail)} from the waitlist`,
  waitlist_removed: ({ actor, detail }) => `${actor} removed ${nameOf(detail)} from the waitlist`,
  registration_changed: ({ actor, detail: { registration = 'open' } }) =>
    `${actor} ${REGISTRATION[registration]}`,
  proof_of_work_changed: ({ actor, detail: { isOn = false } }) =>
    `${actor} switched proofs of work ${isOn ? 'on' : 'off'}`,
  maintenance_set: ({ actor, detail: { startsAt = '', endsAt } }) =>
    `${actor} set a maintenance from ${formatShortMoment(new Date(startsAt))}${endsAt ? ` to ${formatShortMoment(new Date(endsAt))}` : ', without an end'}`,
  maintenance_ended: ({ actor }) => `${actor} ended or cancelled a maintenance`,
  registration_invited: ({ actor }) => `${actor} made an invitation`,
  registration_invite_revoked: ({ actor }) => `${actor} revoked an invitation`,
  storage_limited: ({ actor, subject, detail: { pictureMegabytes, attachmentMegabytes } }) =>
    `${actor} set the limits of ${subject}: ${[
      ...limitText('pictures', pictureMegabytes),
      ...limitText('files', attachmentMegabytes),
    ].join(', ')}`,
};
