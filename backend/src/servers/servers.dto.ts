import {
  type CreateServerBody,
  type TransferOwnershipBody,
  RULES,
  type UpdateServerBody,
} from '@oniverse/contracts';
import { Id, PageQueryDto, RuledText } from '@oniverse/platform/backend';

export class PublicServersQueryDto extends PageQueryDto {
  @RuledText(RULES.search.q)
  q?: string;
}

export class CreateServerDto implements CreateServerBody {
  @RuledText(RULES.server.name)
  name!: string;

  @RuledText(RULES.server.description, { clears: true })
  description?: string | null;
}

export class UpdateServerDto implements UpdateServerBody {
  @RuledText(RULES.server.name, { optional: true })
  name?: string;

  @RuledText(RULES.server.description, { clears: true })
  description?: string | null;
}

export class TransferOwnershipDto implements TransferOwnershipBody {
  @Id('The new owner.')
  userId!: string;
}
