import { Controller, Get, Query } from '@nestjs/common';
import { type ConstellationHistory, constellationHistorySchema } from '@oniverse/contracts';
import { Call, Revalidated } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ConstellationHistoryService } from './constellation-history.service.js';
import { HistoryQueryDto } from './constellation.dto.js';

@Controller('constellation')
export class ConstellationHistoryController {
  constructor(private readonly history: ConstellationHistoryService) {}

  @Get('history')
  @Revalidated()
  @Call({
    summary: 'Returns in which weeks links stood between the members that the caller sees now',
    description:
      'The members are those of `GET /api/constellation` with the same parameters, without a private caller. Links ' +
      'that ended come from daily snapshots. A link stood in a week if it stood on a day of it. If not all links fit, ' +
      'those of the caller come first, then those that stood longest.',
    answer: constellationHistorySchema,
    problems: ['not_found'],
  })
  async show(
    @CurrentSession() session: SessionContext,
    @Query() query: HistoryQueryDto,
  ): Promise<ConstellationHistory> {
    return this.history.show(session.userId, query.limit, query.weeks, query.around);
  }
}
