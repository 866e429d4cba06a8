import { Controller, Get, Query } from '@nestjs/common';
import { activitySchema, type ActivityView, schema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ActivityQueryDto } from './activity.dto.js';
import { ActivityService, ACTIVITY_DAYS } from './activity.service.js';

@Controller('activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @Call({
    summary: 'Lists recent activity around the member',
    description:
      `Covers the last ${ACTIVITY_DAYS} days, newest first, without further pages: messages of others in the member’s ` +
      'public dimensions, counted by channel; members who joined them; and new links of the member. Private data ' +
      'never appears.',
    answer: schema.list(activitySchema),
  })
  async latest(
    @CurrentSession() session: SessionContext,
    @Query() { limit }: ActivityQueryDto,
  ): Promise<ActivityView[]> {
    return this.activity.latest(session.userId, limit);
  }
}
