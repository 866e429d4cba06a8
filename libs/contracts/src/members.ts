import { authorSchema } from './accounts.js';
import { type GivenRole, SERVER_ROLES } from './roles.js';
import { flag, id, moment, nullable, object, oneOf, type TypeOf } from './schema.js';

const userId = id('The member.');
const role = oneOf(SERVER_ROLES, 'What the member may do in it.', 'member');

/** A member of a dimension. */
export const memberSchema = object('ServerMember', 'A member of a dimension.', {
  userId,
  ...authorSchema.properties,
  role,
  online: flag('Whether the member is online; nobody is known to be while presence is down.'),
  joinedAt: moment('When the member came.'),
});
export type MemberView = TypeOf<typeof memberSchema>;

/** How a member is shown, in every dimension that the member is in. */
export const memberChangeSchema = object(
  'MemberChange',
  'How a member is shown from now on, wherever the member is in.',
  {
    userId,
    ...authorSchema.properties,
    inServer: nullable(
      object(
        'RoleInServer',
        'Where the role in one dimension is what changed: that dimension, and the role.',
        {
          serverId: id('The dimension.'),
          role,
        },
      ),
    ),
  },
);
export type ChangedMember = TypeOf<typeof memberChangeSchema>;

/** `PATCH /api/servers/{id}/members/{userId}` */
export interface RoleBody {
  role: GivenRole;
}
