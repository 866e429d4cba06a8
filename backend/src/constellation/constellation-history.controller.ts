import { Controller, Get, Query } from '@nestjs/common';
import { type ConstellationHistory, constellationHistorySchema } from '@oniverse/contracts';
import type { RateLimit } from '@oniverse/platform';
import { Call, Revalidated } from '@oniverse/platform/backend';
import { LimitedTo } from '../limits/limited-to.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ConstellationHistoryService } from './constellation-history.service.js';
import { HistoryQueryDto } from './constellation.dto.js';

/** The client asks when the past is opened, and for another center. */
const HISTORY_LIMIT: RateLimit = { name: 'constellation-history', points: 20, seconds: 60 };

@Controller('constellation')
export class ConstellationHistoryController {
  constructor(private readonly history: ConstellationHistoryService) {}

  @Get('history')
  @Revalidated()
  @Call({
    summary: 'Returns in which weeks links stood between the members that the caller sees now',
    description:
      'The members are those of `GET /api/constellation` with the same parameters, without a private caller. Links ' +
      'that ended come from daily snapshots, and members and links may be a minute old; hidden members disappear at once. A link stood in a week if it stood on a day of it. If not all links fit, ' +
      'those of the caller come first, then those that stood longest.',
    answer: constellationHistorySchema,
    problems: ['not_found'],
  })
  @LimitedTo(HISTORY_LIMIT)
  async show(
    @CurrentSession() session: SessionContext,
    @Query() query: HistoryQueryDto,
  ): Promise<ConstellationHistory> {
    const { limit, weeks, around = session.userId } = query;
    return this.history.show(session.userId, { limit, weeks, around });
  }
}
