import { Body, Controller, Get, Header, Inject, Post } from '@nestjs/common';
import {
  type PasskeyOptions,
  passkeyOptionsBody,
  passkeyOptionsSchema,
  passkeySignInBody,
  secondFactorBody,
  type SessionAnswer,
  sessionAnswerSchema,
  type SignInOptions,
  signInOptionsSchema,
} from '@oniverse/contracts';
import { CONFIG, type Config } from '@oniverse/platform';
import { Address, Call, dtoOf } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { PasskeySite } from '../factors/passkey-site.js';
import { SignInsService } from './sign-ins.service.js';

class SecondFactorDto extends dtoOf(secondFactorBody) {}
class PasskeyOptionsDto extends dtoOf(passkeyOptionsBody) {}
class PasskeySignInDto extends dtoOf(passkeySignInBody) {}

@Controller('auth')
export class SignInsController {
  constructor(
    private readonly signIns: SignInsService,
    private readonly site: PasskeySite,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('options')
  @Call({
    summary: 'Returns what this site offers at the sign-in',
    access: 'public',
    answer: signInOptionsSchema,
  })
  @Header('cache-control', 'public, max-age=60')
  options(): SignInOptions {
    return { canMail: this.config.mail !== null, passkeyDomain: this.site.domain };
  }

  @Post('login/second-factor')
  @Call({
    summary: 'Completes a sign-in with a second factor',
    description:
      'After a login was answered with `second_factor_required`. Takes exactly one proof: a code of the authenticator app, a recovery code, or a passkey, whose request comes from `POST /api/auth/passkey/options`. The challenge works once, for five minutes and five attempts.',
    access: 'public',
    answer: sessionAnswerSchema,
    carriesSecret: true,
    problems: ['challenge_expired', 'invalid_code'],
  })
  async completeWithFactor(
    @Body() body: SecondFactorDto,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.signIns.completeWithFactor(body, origin);
  }

  @Post('passkey/options')
  @Call({
    summary: 'Returns what to ask the passkeys of the browser',
    description: 'Without a challenge, for a sign-in without a password.',
    access: 'public',
    answer: passkeyOptionsSchema,
    problems: ['challenge_expired'],
  })
  async startPasskey(@Body() body: PasskeyOptionsDto, @Address() address: string): Promise<PasskeyOptions> {
    return this.signIns.startPasskey(body, address);
  }

  @Post('passkey')
  @Call({
    summary: 'Signs in with a passkey alone and starts a session',
    description: 'The passkey verifies its user, by a fingerprint or a PIN, so it counts as both factors.',
    access: 'public',
    answer: sessionAnswerSchema,
    carriesSecret: true,
    problems: ['challenge_expired', 'invalid_code'],
  })
  async beginWithPasskey(
    @Body() body: PasskeySignInDto,
    @ClientOrigin() origin: Origin,
  ): Promise<SessionAnswer> {
    return this.signIns.beginWithPasskey(body, origin);
  }
}
