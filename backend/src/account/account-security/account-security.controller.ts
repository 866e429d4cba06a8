import { Controller } from '@nestjs/common';
import {
  type AccountSecurity,
  disownActivity,
  getAccountSecurity,
  type InputOf,
  type OkAnswer,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, type SessionContext } from '../../shared/index.js';
import { AccountSecurityService } from './account-security.service.js';

@Controller()
export class AccountSecurityController {
  constructor(private readonly security: AccountSecurityService) {}

  @Handles(getAccountSecurity)
  async find(@CurrentSession() session: SessionContext): Promise<AccountSecurity> {
    return this.security.find(session);
  }

  @Handles(disownActivity)
  async disown(
    @FreshSession() session: SessionContext,
    @Input() { id }: InputOf<typeof disownActivity>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.security.disown(session, id, origin);
    return { ok: true };
  }
}
