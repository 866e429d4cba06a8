import { Injectable } from '@nestjs/common';
import { ACTIVITY_DAYS, type ActivityView } from '@oniverse/contracts';
import { ActivityRepository } from './activity.repository.js';
import { activityView } from './activity.view.js';

@Injectable()
export class ActivityService {
  constructor(private readonly repository: ActivityRepository) {}

  /** Returns the latest public activity around a member, newest first. */
  async latest(userId: string, limit: number): Promise<ActivityView[]> {
    return (await this.repository.latest(userId, ACTIVITY_DAYS, limit)).map(activityView);
  }
}
