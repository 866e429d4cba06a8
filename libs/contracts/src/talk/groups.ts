import { USERNAME_PATTERN } from '../account/account-rules.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atLeast, atMost, field, matches } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  idField,
  omittable,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { listed } from '../shared/wording.js';

/** Bounds of groups, apart from `LIMITS`, which every visitor loads. */
export const GROUP_LIMITS = {
  perServer: 50,
  /** As of an Oni ID, so that a mention can name a group. */
  name: { min: 3, max: 20 },
  /** How many groups a member may mention a day. They also count among the `MENTIONS` of a day and of a text. */
  mentionsPerDay: 20,
  /** How many members the groups of one text mention at most: those who were added first. `resolve_mentions.sql` applies both. */
  mentioned: 1_000,
} as const;

/** The colours of the design that a group can have. */
export const GROUP_COLORS = ['accent', 'warm', 'danger', 'neutral'] as const;
export type GroupColor = (typeof GROUP_COLORS)[number];

/** Who may mention a group: only staff, or all members. */
export const GROUP_MENTIONERS = ['staff', 'members'] as const;
export type GroupMentioners = (typeof GROUP_MENTIONERS)[number];

export const GROUP_MESSAGES = phrases({
  groupNameTooShort: ({ min }: { min: number }) => `The name of a group has at least ${min} characters.`,
  groupNameTooLong: tooLong('The name of a group'),
  badGroupName: 'The name of a group can have small letters from a to z, digits and underscores.',
  badGroupColor: `The colour must be ${listed(GROUP_COLORS, 'or')}.`,
  badGroupMentioners: `Who may mention the group must be ${listed(GROUP_MENTIONERS, 'or')}.`,
  groupNameTaken: 'This dimension has a group with this name.',
  groupNameOfMember: 'A member of this dimension has this Oni ID.',
  tooManyGroups: `A dimension can have up to ${GROUP_LIMITS.perServer} groups. Delete one to make room.`,
});

export const groupSchema = object('Group', 'Members of a dimension under a name.', {
  id: id('The group.'),
  serverId: id('The dimension.'),
  name: text('The name.', { example: 'night_watch' }),
  color: oneOf(GROUP_COLORS, 'The colour.', 'accent'),
  mentionableBy: oneOf(
    GROUP_MENTIONERS,
    'Who may mention it in a message, which notifies its members who read the channel. Staff always may.',
    'staff',
  ),
  isOwn: flag('Whether the caller belongs to it.', false),
  memberCount: wholeNumber('The number of members.', { example: 7 }),
  hasStaff: flag(
    'Whether the owner or a moderator belongs to it. Only the owner changes such a group.',
    false,
  ),
});
export type GroupView = TypeOf<typeof groupSchema>;

export const namedMemberSchema = object(
  'NamedMember',
  'A member that the staff of a dimension added to a group or channel.',
  {
    userId: id('The member.'),
    ...authorSchema.entries,
    addedAt: timestamp('When the member was added.'),
  },
);
export type NamedMemberView = TypeOf<typeof namedMemberSchema>;

export const GROUP_NAME = field('The name, unique in the dimension.', 'night_watch', [
  atLeast(GROUP_LIMITS.name.min, GROUP_MESSAGES.groupNameTooShort),
  atMost(GROUP_LIMITS.name.max, GROUP_MESSAGES.groupNameTooLong),
  matches(USERNAME_PATTERN, GROUP_MESSAGES.badGroupName),
]);

const color = choiceField(GROUP_COLORS, {
  description: 'The colour.',
  message: GROUP_MESSAGES.badGroupColor,
});

const mentionableBy = omittable(
  choiceField(GROUP_MENTIONERS, {
    description: 'Who may mention it. A new group without it: staff.',
    message: GROUP_MESSAGES.badGroupMentioners,
  }),
);

export const createGroupBody = requestBody({ name: textField(GROUP_NAME), color, mentionableBy });
export type CreateGroupBody = BodyOf<typeof createGroupBody>;

/** `PATCH /api/groups/{id}`: an absent field stays unchanged. */
export const updateGroupBody = requestBody({
  name: omittable(textField(GROUP_NAME)),
  color: omittable(color),
  mentionableBy,
});
export type UpdateGroupBody = BodyOf<typeof updateGroupBody>;

export const groupsQuery = requestBody({
  member: omittable(idField('Only the groups of this member.')),
  channel: omittable(
    idField('Only the groups that this private channel names. For the owner and moderators.'),
  ),
});

const dimension = { id: id('The dimension.') };
const group = { id: id('The group.') };
const member = { ...group, userId: id('The member.') };
const BY_STAFF =
  'For the owner and moderators. Only the owner changes a group to which the owner or a moderator belongs.';

export const listGroups = call('GET', '/servers/:id/groups', {
  summary: 'Lists the groups of a dimension by name',
  params: dimension,
  query: groupsQuery,
  answer: list(groupSchema),
  problems: ['not_found', 'forbidden'],
});

export const createGroup = call('POST', '/servers/:id/groups', {
  summary: 'Creates a group without members',
  description: 'For the owner and moderators.',
  status: 201,
  params: dimension,
  body: { title: 'CreateGroupDto', fields: createGroupBody },
  answer: groupSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const updateGroup = call('PATCH', '/groups/:id', {
  summary: 'Changes the name or the colour of a group, or who may mention it',
  description: BY_STAFF,
  params: group,
  body: { title: 'UpdateGroupDto', fields: updateGroupBody },
  answer: groupSchema,
  problems: ['not_found', 'forbidden'],
});

export const deleteGroup = call('DELETE', '/groups/:id', {
  summary: 'Deletes a group',
  description: BY_STAFF,
  params: group,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const listGroupMembers = call('GET', '/groups/:id/members', {
  summary: 'Lists the members of a group, newest first',
  description: 'For the owner and moderators.',
  params: group,
  query: pageQuery,
  answer: list(namedMemberSchema),
  problems: ['not_found', 'forbidden'],
});

export const addGroupMember = call('PUT', '/groups/:id/members/:userId', {
  summary: 'Adds a member of the dimension to a group',
  description: `${BY_STAFF} Adding a member again changes nothing.`,
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const removeGroupMember = call('DELETE', '/groups/:id/members/:userId', {
  summary: 'Removes a member from a group',
  description: BY_STAFF,
  params: member,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
