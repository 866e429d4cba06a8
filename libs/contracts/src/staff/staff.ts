import { STAFF_ROLES, type StaffRole } from '../account/staff-roles.js';
import { phrases } from '../shared/phrases.js';

/** However often it is used, a session of staff ends this long after its sign-in. */
export const STAFF_SESSION_MS = 12 * 60 * 60 * 1_000;

export const STAFF_MESSAGES = phrases({
  notStaff: 'Only the staff of this site can do this.',
  notAdmin: 'Only the administrators of this site can do this.',
  hiddenByStaff: 'The staff of this site have hidden this.',
  sameRole: 'Staff cannot act on staff of the same or a higher role.',
  factorRequired: 'Staff sign in with a second factor. Add one in Settings > Security, then come back.',
});

/** Returns whether a role of the platform's staff includes another one. */
export const isAtLeast = (role: StaffRole | null, required: StaffRole): boolean =>
  role !== null && STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(required);

/** Returns whether a member of staff may act on a member: on anyone but staff of the same or a higher role. */
export const outranks = (role: StaffRole, other: StaffRole | null): boolean => !isAtLeast(other, role);
