import { Controller } from '@nestjs/common';
import { type AccountActivityView, type InputOf, listAccountActivity } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { CurrentSession, type SessionContext } from '../../shared/index.js';

@Controller()
export class AccountActivityController {
  constructor(private readonly activity: AccountActivityService) {}

  @Handles(listAccountActivity)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listAccountActivity>,
  ): Promise<Page<AccountActivityView>> {
    return this.activity.list(session.userId, query);
  }
}
