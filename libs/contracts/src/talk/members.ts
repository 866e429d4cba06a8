import { listed } from '../shared/text.js';
import { phrases } from '../shared/phrases.js';
import { authorSchema } from '../people/profiles.js';
import { choiceField, requestBody } from '../shared/request-fields.js';
import { SERVER_ROLES, ASSIGNABLE_ROLES } from './roles.js';
import { flag, id, timestamp, nullable, object, oneOf, type TypeOf } from '../shared/schema.js';

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

export const banSchema = object(
  'ServerBan',
  'A member who was removed from a dimension and cannot join it.',
  {
    userId,
    ...authorSchema.entries,
    isBan: flag(
      'Whether only staff can end it. Otherwise an invite made after the removal does so too.',
      false,
    ),
    bannedAt: timestamp('When the member was removed.'),
  },
);
export type BanView = TypeOf<typeof banSchema>;

export const roleBody = requestBody({
  role: choiceField(ASSIGNABLE_ROLES, {
    description: 'The new role of the member.',
    message: MEMBER_MESSAGES.badRole,
  }),
});
