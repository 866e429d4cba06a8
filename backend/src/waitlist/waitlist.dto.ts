import { RULES, type WaitlistBody } from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform/backend';

export class WaitlistDto implements WaitlistBody {
  @RuledText(RULES.waitlist.email)
  email!: string;

  @RuledText(RULES.waitlist.oni_id)
  oni_id?: string;

  @RuledText(RULES.waitlist.access_key)
  access_key?: string;

  @RuledText(RULES.waitlist.source)
  source!: 'landing';
}
