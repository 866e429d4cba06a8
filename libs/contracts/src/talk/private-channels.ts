import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { id, list } from '../shared/schema.js';
import { namedMemberSchema } from './groups.js';

/** How many members a private channel names, apart from those of its groups. */
export const MEMBERS_PER_PRIVATE_CHANNEL = 500;

export const PRIVATE_CHANNEL_MESSAGES = phrases({
  defaultChannelOpen: 'The default channel cannot be private. New members arrive there.',
  tooManyChannelMembers: `A private channel names up to ${MEMBERS_PER_PRIVATE_CHANNEL} members. Add a group for more.`,
});

const channel = { id: id('The channel.') };
const member = { ...channel, userId: id('The member.') };
const group = { ...channel, groupId: id('The group.') };
const BY_STAFF = 'For the owner and moderators, who read every channel.';

export const listChannelMembers = call('GET', '/channels/:id/members', {
  summary: 'Lists the members that a private channel names, newest first',
  description: `${BY_STAFF} Members of its groups read it too. A channel that is not private keeps them, for when it is.`,
  params: channel,
  query: pageQuery,
  answer: list(namedMemberSchema),
  problems: ['not_found', 'forbidden'],
});

export const addChannelMember = call('PUT', '/channels/:id/members/:userId', {
  summary: 'Lets a member of the dimension read a private channel',
  description: `${BY_STAFF} Adding a member again changes nothing.`,
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const removeChannelMember = call('DELETE', '/channels/:id/members/:userId', {
  summary: 'Removes a member from those that a private channel names',
  description: `${BY_STAFF} The channel closes at once for a member who is in none of its groups.`,
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const addChannelGroup = call('PUT', '/channels/:id/groups/:groupId', {
  summary: 'Lets the members of a group read a private channel',
  description: `${BY_STAFF} Adding a group again changes nothing.`,
  params: group,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const removeChannelGroup = call('DELETE', '/channels/:id/groups/:groupId', {
  summary: 'Removes a group from those that a private channel names',
  description: BY_STAFF,
  params: group,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
