import { Controller } from '@nestjs/common';
import { findPath, getConstellation, getConstellationHistory } from '@oniverse/contracts';
import { Revalidated } from '@oniverse/platform/backend';
import { Handles, LimitedTo, type Received } from '../../shared/index.js';
import { ConstellationService } from './constellation.service.js';
import type { RateLimit } from '@oniverse/platform';
import { ConstellationHistoryService } from './constellation-history.service.js';

/** The client asks when the past is opened, and for another center. */
const HISTORY_LIMIT: RateLimit = { name: 'constellation-history', points: 20, seconds: 60 };

@Controller()
export class ConstellationController {
  constructor(private readonly constellation: ConstellationService) {}

  @Revalidated()
  @Handles(getConstellation)
  async show({ session, query }: Received<typeof getConstellation>) {
    return this.constellation.show(session.userId, query.limit, query.around);
  }

  @Handles(findPath)
  async findPath({ session, query }: Received<typeof findPath>) {
    return this.constellation.findPath(session.userId, query);
  }
}

@Controller()
export class ConstellationHistoryController {
  constructor(private readonly history: ConstellationHistoryService) {}

  @Revalidated()
  @Handles(getConstellationHistory)
  @LimitedTo(HISTORY_LIMIT)
  async show({ session, query }: Received<typeof getConstellationHistory>) {
    const { limit, weeks, around = session.userId } = query;
    return this.history.show(session.userId, { limit, weeks, around });
  }
}
