import { Controller, Get, Query } from '@nestjs/common';
import { type Constellation, constellationSchema } from '@oniverse/contracts';
import { Call, Revalidated } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ConstellationQueryDto } from './constellation.dto.js';
import { ConstellationService } from './constellation.service.js';

@Controller('constellation')
export class ConstellationController {
  constructor(private readonly constellation: ConstellationService) {}

  @Get()
  @Revalidated()
  @Call({
    summary: 'Public members and the caller, and how the tags that they share connect them',
    description:
      'All of them where they fit in the limit. Past that the neighbourhood of the caller, or of `around`: up to ' +
      'two steps out, strongest first, filled up with the best connected. Members come by id, links strongest ' +
      'first; where there are more than fit, those of the caller and of `around` are all there. A private caller is ' +
      'there without links.',
    answer: constellationSchema,
    problems: ['not_found'],
  })
  async show(
    @CurrentSession() session: SessionContext,
    @Query() query: ConstellationQueryDto,
  ): Promise<Constellation> {
    return this.constellation.show(session.userId, query.limit, query.around);
  }
}
