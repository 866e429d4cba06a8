import { Controller, Get, Query } from '@nestjs/common';
import { ACTIVITY_DAYS, activitySchema, type ActivityView, schema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ActivityQueryDto } from './activity.dto.js';
import { ActivityService } from './activity.service.js';

@Controller('activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @Call({
    summary: 'What happened near one of late',
    description:
      `Of the last ${ACTIVITY_DAYS} days, the latest first; it has no further pages. Messages of others in the ` +
      'public dimensions that one is in, counted by channel; who joined them; and new links of one’s own. Never ' +
      'anything private.',
    answer: schema.list(activitySchema),
  })
  async latest(
    @CurrentSession() session: SessionContext,
    @Query() { limit }: ActivityQueryDto,
  ): Promise<ActivityView[]> {
    return this.activity.latest(session.userId, limit);
  }
}
