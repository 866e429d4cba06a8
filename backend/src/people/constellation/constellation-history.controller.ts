import { Controller } from '@nestjs/common';
import { type ConstellationHistory, getConstellationHistory, type InputOf } from '@oniverse/contracts';
import type { RateLimit } from '@oniverse/platform';
import { Handles, Input, Revalidated } from '@oniverse/platform/backend';
import { CurrentSession, LimitedTo, type SessionContext } from '../../shared/index.js';
import { ConstellationHistoryService } from './constellation-history.service.js';

/** The client asks when the past is opened, and for another center. */
const HISTORY_LIMIT: RateLimit = { name: 'constellation-history', points: 20, seconds: 60 };

@Controller()
export class ConstellationHistoryController {
  constructor(private readonly history: ConstellationHistoryService) {}

  @Revalidated()
  @Handles(getConstellationHistory)
  @LimitedTo(HISTORY_LIMIT)
  async show(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof getConstellationHistory>,
  ): Promise<ConstellationHistory> {
    const { limit, weeks, around = session.userId } = query;
    return this.history.show(session.userId, { limit, weeks, around });
  }
}
