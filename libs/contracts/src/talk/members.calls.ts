import { call } from '../shared/call.js';
import { memberSchema, roleBody } from './members.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { textField } from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import { id, list } from '../shared/schema.js';
import { serverSchema } from './servers.js';

const dimension = { id: id('The dimension.') };
const member = { ...dimension, userId: id('The member.') };

export const joinServer = call({
  method: 'POST',
  path: '/servers/:id/join',
  summary: 'Joins a public dimension',
  description: 'Joining again changes nothing. Banned members cannot join.',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const leaveServer = call({
  method: 'POST',
  path: '/servers/:id/leave',
  summary: 'Leaves a dimension',
  params: dimension,
  answer: okSchema,
  problems: ['not_found', 'owner_cannot_leave'],
});

export const listMembers = call({
  method: 'GET',
  path: '/servers/:id/members',
  summary: 'Lists the members of a dimension, newest first',
  params: dimension,
  query: {
    ...pageQuery,
    q: textField(filter('Finds members whose Oni ID or name contains this, case-insensitively.', 'vesper')),
  },
  answer: list(memberSchema),
  paged: true,
  problems: ['not_found'],
});

export const setRole = call({
  method: 'PATCH',
  path: '/servers/:id/members/:userId',
  summary: 'Makes a member a moderator or a regular member',
  description:
    "Only the owner can do this. The owner's own role changes only by transferring ownership. Demoting a moderator revokes their invites.",
  params: member,
  body: { title: 'RoleDto', fields: roleBody },
  answer: memberSchema,
  problems: ['not_found', 'forbidden'],
});

export const removeMember = call({
  method: 'DELETE',
  path: '/servers/:id/members/:userId',
  summary: 'Removes and bans a member from a dimension',
  description:
    'The owner and moderators can do this; only the owner can remove moderators. The member cannot rejoin until the ban is lifted, or uses an invite created after the removal.',
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
