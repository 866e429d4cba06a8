import { ASSIGNABLE_ROLES, type AssignableRole, MESSAGES, type RoleBody, RULES } from '@oniverse/contracts';
import { OneOf, PageQueryDto, RuledText } from '@oniverse/platform/backend';

export class MembersQueryDto extends PageQueryDto {
  @RuledText(RULES.memberSearch.q)
  q?: string;
}

export class RoleDto implements RoleBody {
  @OneOf(ASSIGNABLE_ROLES, {
    description: 'The new role of the member.',
    message: MESSAGES.badRole,
    optional: false,
  })
  role!: AssignableRole;
}
