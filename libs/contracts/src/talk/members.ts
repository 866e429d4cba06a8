import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { choiceField, requestBody, textField } from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import { flag, id, list, nullable, object, oneOf, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { ASSIGNABLE_ROLES, SERVER_ROLES } from './permissions.js';
import { serverSchema } from './servers.js';

export const MEMBER_MESSAGES = phrases({
  badRole: `The role must be ${listed(ASSIGNABLE_ROLES, 'or')}.`,
  ownerRoleFixed: 'The owner cannot be demoted or removed. Transfer ownership first.',
  ownerCannotLeave: 'The owner cannot leave. Transfer ownership to another member first.',
  banned: 'You were removed from this dimension. Its owner or a moderator can let you back in.',
  bannedByStaff: 'You were banned from this dimension. Only its owner or a moderator can lift the ban.',
  notAMember: 'Join this dimension to write here.',
});

const userId = id('The member.');
const role = oneOf(SERVER_ROLES, 'The role in the dimension.', 'member');

export const memberSchema = object('ServerMember', 'A member of a dimension.', {
  userId,
  ...authorSchema.entries,
  role,
  online: flag('Whether the member is online; false for everyone while presence is unavailable.'),
  joinedAt: timestamp('When the member joined.'),
});
export type MemberView = TypeOf<typeof memberSchema>;

export const memberChangeSchema = object('MemberChange', 'The new name, avatar or role of a member.', {
  userId,
  ...authorSchema.entries,
  inServer: nullable(
    object('RoleInServer', 'The changed role in one dimension; null if the name or avatar changed.', {
      serverId: id('The dimension.'),
      role,
    }),
  ),
});
export type MemberChange = TypeOf<typeof memberChangeSchema>;

export const roleBody = requestBody({
  role: choiceField(ASSIGNABLE_ROLES, {
    description: 'The new role of the member.',
    message: MEMBER_MESSAGES.badRole,
  }),
});

const dimension = { id: id('The dimension.') };
const member = { ...dimension, userId: id('The member.') };

export const joinServer = call('POST', '/servers/:id/join', {
  summary: 'Joins a public dimension',
  description: 'Joining again changes nothing. Banned members cannot join.',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const leaveServer = call('POST', '/servers/:id/leave', {
  summary: 'Leaves a dimension',
  params: dimension,
  answer: okSchema,
  problems: ['not_found', 'owner_cannot_leave'],
});

export const listMembers = call('GET', '/servers/:id/members', {
  summary: 'Lists the members of a dimension, newest first',
  params: dimension,
  query: {
    ...pageQuery,
    q: textField(filter('Finds members whose Oni ID or name contains this, case-insensitively.', 'vesper')),
  },
  answer: list(memberSchema),
  problems: ['not_found'],
});

export const setRole = call('PATCH', '/servers/:id/members/:userId', {
  summary: 'Makes a member a moderator or a regular member',
  description:
    "Only the owner can do this. The owner's own role changes only by transferring ownership. Demoting a moderator revokes their invites.",
  params: member,
  body: { title: 'RoleDto', fields: roleBody },
  answer: memberSchema,
  problems: ['not_found', 'forbidden'],
});

export const removeMember = call('DELETE', '/servers/:id/members/:userId', {
  summary: 'Removes and bans a member from a dimension',
  description:
    'The owner and moderators can do this; only the owner can remove moderators. The member cannot rejoin until the ban is lifted, or uses an invite created after the removal.',
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
