import type { RegistrationMode, StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';

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
  staff_changed: ({ actor, subject, detail: { role = 'moderator' } }) =>
    `${actor} changed the role of ${subject} to ${role}`,
  staff_removed: ({ actor, subject }) => `${actor} took ${subject} off the staff`,
  dimension_created: ({ actor, detail: { name = '' } }) => `${actor} created the dimension ${name}`,
  dimension_changed: ({ actor, detail: { name = '' } }) => `${actor} changed the dimension ${name}`,
  dimension_archived: ({ actor, detail: { name = '' } }) => `${actor} archived the dimension ${name}`,
  dimension_restored: ({ actor, detail: { name = '' } }) =>
    `${actor} returned the dimension ${name} from the archive`,
  announcement_made: ({ actor, detail: { name = '' } }) => `${actor} announced: ${name}`,
  announcement_changed: ({ actor, detail: { name = '' } }) => `${actor} changed the announcement: ${name}`,
  announcement_deleted: ({ actor, detail: { name = '' } }) => `${actor} deleted the announcement: ${name}`,
  waitlist_viewed: ({ actor }) => `${actor} read the waitlist`,
  waitlist_invited: ({ actor, detail: { name = '' } }) => `${actor} invited ${name} from the waitlist`,
  waitlist_removed: ({ actor, detail: { name = '' } }) => `${actor} removed ${name} from the waitlist`,
  registration_changed: ({ actor, detail: { registration = 'open' } }) =>
    `${actor} ${REGISTRATION[registration]}`,
  registration_invited: ({ actor }) => `${actor} made an invitation`,
  registration_invite_revoked: ({ actor }) => `${actor} revoked an invitation`,
  storage_limited: ({ actor, subject, detail: { pictureMegabytes, attachmentMegabytes } }) =>
    `${actor} set the limits of ${subject}: ${[
      ...limitText('pictures', pictureMegabytes),
      ...limitText('files', attachmentMegabytes),
    ].join(', ')}`,
};
