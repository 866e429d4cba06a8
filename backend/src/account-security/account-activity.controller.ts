import { Controller, Get, Query } from '@nestjs/common';
import { accountActivitySchema, type AccountActivityView, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto } from '@oniverse/platform/backend';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';

@Controller('auth')
export class AccountActivityController {
  constructor(private readonly activity: AccountActivityService) {}

  @Get('activity')
  @Call({
    summary: "Lists what happened to the security of the caller's account, newest first",
    description: 'Entries are kept for 180 days.',
    answer: schema.list(accountActivitySchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<AccountActivityView>> {
    return this.activity.list(session.userId, page);
  }
}
