import { ACCOUNT_LIMITS, CREDENTIAL_MESSAGES } from '../account/account-rules.js';
import { ACCOUNT_MESSAGES } from '../account/accounts.js';
import { STAFF_ROLES } from '../account/staff-roles.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, choiceField, requestBody, textField } from '../shared/request-fields.js';
import { flag, id, list, object, oneOf, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

export const STAFF_TEAM_MESSAGES = phrases({
  badStaffRole: `The role must be ${listed(STAFF_ROLES, 'or')}.`,
  unknownMember: 'No member has this Oni ID.',
  lastAdmin: 'The site needs an administrator. Name another one first.',
});

export const teamMemberSchema = object('TeamMember', 'A member of the staff of the platform.', {
  userId: id('The member.'),
  ...authorSchema.entries,
  role: oneOf(STAFF_ROLES, 'The role.', 'moderator'),
  hasFactor: flag('Whether they have the second factor that the console needs.'),
});
export type TeamMemberView = TypeOf<typeof teamMemberSchema>;

export const STAFF_USERNAME = field('The Oni ID of the member.', 'vesper', [
  required(ACCOUNT_MESSAGES.usernameRequired),
  atMost(ACCOUNT_LIMITS.username.max, CREDENTIAL_MESSAGES.usernameTooLong),
]);

export const staffRoleBody = requestBody({
  username: textField(STAFF_USERNAME),
  role: choiceField(STAFF_ROLES, {
    description: 'The role that the member gets.',
    message: STAFF_TEAM_MESSAGES.badStaffRole,
  }),
});
export type StaffRoleBody = BodyOf<typeof staffRoleBody>;

export const listStaff = call('GET', '/staff/team', {
  summary: 'Lists the staff of the platform, administrators first',
  description: 'For the administrators of the platform.',
  access: 'admins',
  answer: list(teamMemberSchema),
});

export const setStaffRole = call('PUT', '/staff/team', {
  summary: 'Gives a member a role among the staff of the platform',
  description:
    'For the administrators of the platform. Other administrators keep their role: operators change it. The last one stays.',
  access: 'admins',
  body: { title: 'StaffRoleDto', fields: staffRoleBody },
  answer: teamMemberSchema,
});

export const removeStaff = call('DELETE', '/staff/team/:userId', {
  summary: 'Takes a role among the staff of the platform away',
  description:
    'For the administrators of the platform, about moderators and themselves. The last administrator stays.',
  access: 'admins',
  params: { userId: id('The member.') },
  answer: okSchema,
  problems: ['not_found'],
});
