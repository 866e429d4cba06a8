import { GIVEN_ROLES, type GivenRole, MESSAGES, type RoleBody, RULES } from '@oniverse/contracts';
import { OneOf, PageQueryDto, RuledText } from '@oniverse/platform/backend';

/** Which page of a dimension's members, and which of them. */
export class MembersQueryDto extends PageQueryDto {
  @RuledText(RULES.memberSearch.q)
  q?: string;
}

export class RoleDto implements RoleBody {
  @OneOf(GIVEN_ROLES, {
    description: 'What the member may do from now on.',
    message: MESSAGES.badRole,
    optional: false,
  })
  role!: GivenRole;
}
