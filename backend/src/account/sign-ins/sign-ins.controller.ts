import { Controller, Header, Inject } from '@nestjs/common';
import {
  getSignInOptions,
  type InputOf,
  type PasskeyOptions,
  sendPasskey,
  sendSecondFactor,
  type SessionAnswer,
  type SignInOptions,
  startPasskeySignIn,
} from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { PasskeySite } from '../factors/passkey-site.js';
import { SignInsService } from './sign-ins.service.js';

@Controller()
export class SignInsController {
  constructor(
    private readonly signIns: SignInsService,
    private readonly site: PasskeySite,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(getSignInOptions)
  @Header('cache-control', 'public, max-age=60')
  async options(): Promise<SignInOptions> {
    return { canMail: this.config.mail !== null, passkeyDomain: this.site.domain };
  }

  @Handles(sendSecondFactor)
  async completeWithFactor(
    @Input() { body }: InputOf<typeof sendSecondFactor>,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.signIns.completeWithFactor(body, origin);
  }

  @Handles(startPasskeySignIn)
  async startPasskey(
    @Input() { body }: InputOf<typeof startPasskeySignIn>,
    @Address() address: string,
  ): Promise<PasskeyOptions> {
    return this.signIns.startPasskey(body, address);
  }

  @Handles(sendPasskey)
  async beginWithPasskey(
    @Input() { body }: InputOf<typeof sendPasskey>,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.signIns.beginWithPasskey(body, origin);
  }
}
