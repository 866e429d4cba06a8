import { type CreateServerBody, type HandOverBody, RULES, type UpdateServerBody } from '@oniverse/contracts';
import { Id, RuledText } from '@oniverse/platform/backend';

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

export class HandOverDto implements HandOverBody {
  @Id('The member who owns it from now on.')
  userId!: string;
}
