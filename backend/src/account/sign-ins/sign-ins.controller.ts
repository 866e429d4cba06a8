import { Controller, Header, Inject } from '@nestjs/common';
import { getSignInOptions, sendPasskey, sendSecondFactor, startPasskeySignIn } from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { PasskeySite } from '../factors/passkey-site.js';
import { Handles, type Received, SiteSettingsService } from '../../shared/index.js';
import { SignInsService } from './sign-ins.service.js';

@Controller()
export class SignInsController {
  constructor(
    private readonly signIns: SignInsService,
    private readonly site: PasskeySite,
    private readonly settings: SiteSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(getSignInOptions)
  @Header('cache-control', 'public, max-age=15')
  async options() {
    const { registration } = await this.settings.get();
    return { canMail: this.config.mail !== null, passkeyDomain: this.site.domain, registration };
  }

  @Handles(sendSecondFactor)
  async completeWithFactor({ body, origin }: Received<typeof sendSecondFactor>) {
    return this.signIns.completeWithFactor(body, origin);
  }

  @Handles(startPasskeySignIn)
  async startPasskey({ body, origin: { address } }: Received<typeof startPasskeySignIn>) {
    return this.signIns.startPasskey(body, address);
  }

  @Handles(sendPasskey)
  async beginWithPasskey({ body, origin }: Received<typeof sendPasskey>) {
    return this.signIns.beginWithPasskey(body, origin);
  }
}
