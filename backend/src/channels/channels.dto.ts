import { type CreateChannelBody, RULES, type UpdateChannelBody } from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform/backend';

export class CreateChannelDto implements CreateChannelBody {
  @RuledText(RULES.channel.name)
  name!: string;

  @RuledText(RULES.channel.description, { clears: true })
  description?: string | null;
}

export class UpdateChannelDto implements UpdateChannelBody {
  @RuledText(RULES.channel.name, { optional: true })
  name?: string;

  @RuledText(RULES.channel.description, { clears: true })
  description?: string | null;
}
