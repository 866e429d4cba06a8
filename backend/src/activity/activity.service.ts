import { Injectable } from '@nestjs/common';
import { ACTIVITY_DAYS, type ActivityView } from '@oniverse/contracts';
import { ActivityRepository } from './activity.repository.js';
import { activityView } from './activity.view.js';

/** What happens near a member. */
@Injectable()
export class ActivityService {
  constructor(private readonly repository: ActivityRepository) {}

  /** The latest public happenings near a member, the newest first. */
  async latest(userId: string, limit: number): Promise<ActivityView[]> {
    return (await this.repository.latest(userId, ACTIVITY_DAYS, limit)).map(activityView);
  }
}
