import { Controller } from '@nestjs/common';
import { listActivity } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ActivityService } from './activity.service.js';

@Controller()
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Handles(listActivity)
  async latest({ session, query: { limit } }: Received<typeof listActivity>) {
    return this.activity.latest(session.userId, limit);
  }
}
