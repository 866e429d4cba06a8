import { type EraseBody, RULES } from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform/backend';

export class EraseDto implements EraseBody {
  @RuledText(RULES.erasure.password)
  password!: string;
}
