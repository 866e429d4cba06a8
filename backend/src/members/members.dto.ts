import { roleBody, RULES, textField } from '@oniverse/contracts';
import { dtoOf, Field, PageQueryDto } from '@oniverse/platform/backend';

export class MembersQueryDto extends PageQueryDto {
  @Field(textField(RULES.memberSearch.q))
  q?: string;
}

export class RoleDto extends dtoOf(roleBody) {}
