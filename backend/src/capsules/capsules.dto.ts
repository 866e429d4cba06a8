import { type CapsuleBody, RULES } from '@oniverse/contracts';
import { RuledText, Tags } from '@oniverse/platform/backend';

export class CapsuleDto implements CapsuleBody {
  @RuledText(RULES.capsule.name)
  name!: string;

  @RuledText(RULES.capsule.description, { clears: true })
  description?: string | null;

  @Tags()
  tags?: string[];
}
