import { GIVEN_ROLES, type GivenRole, MESSAGES, type RoleBody } from '@oniverse/contracts';
import { OneOf } from '@oniverse/platform';

export class RoleDto implements RoleBody {
  @OneOf(GIVEN_ROLES, {
    description: 'What the member may do from now on.',
    message: MESSAGES.badRole,
    optional: false,
  })
  role!: GivenRole;
}
