import { Body, Controller, Delete, Post } from '@nestjs/common';
import {
  type OkAnswer,
  okSchema,
  type PasskeyOptions,
  passkeyOptionsSchema,
  type Reauthenticated,
  reauthenticateBody,
  reauthenticatedSchema,
} from '@oniverse/contracts';
import { Call, dtoOf } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ReauthenticationService } from './reauthentication.service.js';

class ReauthenticateDto extends dtoOf(reauthenticateBody) {}

@Controller('auth')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @Post('reauthenticate')
  @Call({
    summary: 'Confirms who the member is',
    description:
      'Opens sensitive changes in this session for ten minutes, as a sign-in does. Takes a passkey; or the password, and for an account with second factors also a code or a recovery code.',
    answer: reauthenticatedSchema,
    carriesSecret: true,
    problems: ['wrong_password', 'invalid_code', 'challenge_expired'],
  })
  async confirm(
    @CurrentSession() session: SessionContext,
    @Body() body: ReauthenticateDto,
    @ClientOrigin() origin: Origin,
  ): Promise<Reauthenticated> {
    return this.reauthentication.confirm(session, body, origin);
  }

  @Post('reauthenticate/passkey-options')
  @Call({ summary: 'Returns what to ask the passkeys of the browser', answer: passkeyOptionsSchema })
  async startPasskey(@CurrentSession() session: SessionContext): Promise<PasskeyOptions> {
    return this.reauthentication.startPasskey(session);
  }

  @Delete('reauthentication')
  @Call({ summary: 'Closes sensitive changes in this session at once', answer: okSchema })
  async lock(@CurrentSession() session: SessionContext): Promise<OkAnswer> {
    await this.reauthentication.lock(session);
    return { ok: true };
  }
}
