import { Controller } from '@nestjs/common';
import { type ActivityView, type InputOf, listActivity } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ActivityService } from './activity.service.js';

@Controller()
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Handles(listActivity)
  async latest(
    @CurrentSession() session: SessionContext,
    @Input() { query: { limit } }: InputOf<typeof listActivity>,
  ): Promise<ActivityView[]> {
    return this.activity.latest(session.userId, limit);
  }
}
