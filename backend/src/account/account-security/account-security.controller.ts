import { Controller } from '@nestjs/common';
import { disownActivity, getAccountSecurity, listAccountActivity } from '@oniverse/contracts';
import { FreshSession, Handles, type Received } from '../../shared/index.js';
import { AccountSecurityService } from './account-security.service.js';
import { AccountActivityService } from '../account-activity/account-activity.service.js';

@Controller()
export class AccountSecurityController {
  constructor(private readonly security: AccountSecurityService) {}

  @Handles(getAccountSecurity)
  async find({ session }: Received<typeof getAccountSecurity>) {
    return this.security.find(session);
  }

  @FreshSession()
  @Handles(disownActivity)
  async disown({ session, id, origin }: Received<typeof disownActivity>) {
    await this.security.disown(session, id, origin);
  }
}

@Controller()
export class AccountActivityController {
  constructor(private readonly activity: AccountActivityService) {}

  @Handles(listAccountActivity)
  async list({ session, query }: Received<typeof listAccountActivity>) {
    return this.activity.list(session.userId, query);
  }
}
