import { Controller, Get, Post } from '@nestjs/common';
import { type AccountSecurity, type OkAnswer, okSchema, securitySchema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { AccountSecurityService } from './account-security.service.js';

@Controller('auth')
export class AccountSecurityController {
  constructor(private readonly security: AccountSecurityService) {}

  @Get('security')
  @Call({ summary: "Returns the state of the security of the caller's account", answer: securitySchema })
  async find(@CurrentSession() session: SessionContext): Promise<AccountSecurity> {
    return this.security.find(session);
  }

  @Post('activity/:id/disown')
  @Call({
    summary: 'Disowns a sign-in of the account activity',
    description: 'Ends all other sessions. The member should change the password next.',
    answer: okSchema,
    problems: ['reauthentication_required', 'not_found'],
  })
  async disown(
    @FreshSession() session: SessionContext,
    @PathId('The entry.') id: string,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.security.disown(session, id, origin);
    return { ok: true };
  }
}
