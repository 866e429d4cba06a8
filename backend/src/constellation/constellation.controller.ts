import { Controller, Get, Query } from '@nestjs/common';
import { type Constellation, constellationSchema } from '@oniverse/contracts';
import { Call, Revalidated } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { ConstellationQueryDto, PathQueryDto } from './constellation.dto.js';
import { ConstellationService } from './constellation.service.js';

@Controller('constellation')
export class ConstellationController {
  constructor(private readonly constellation: ConstellationService) {}

  @Get()
  @Revalidated()
  @Call({
    summary: 'Returns public members, the caller, and the links between members with shared tags',
    description:
      'Contains all public members up to the limit. Above it, contains the neighbourhood of the caller or of ' +
      '`around`: members up to two links away, strongest first, then the best connected. Members are sorted by id, ' +
      'links by strength, at most four per member of `limit` and at least 2,000. If not all links fit, those of the caller and of `around` come first. `totals` then has ' +
      'the total numbers, about a minute old. A private caller appears without links.',
    answer: constellationSchema,
    problems: ['not_found'],
  })
  async show(
    @CurrentSession() session: SessionContext,
    @Query() query: ConstellationQueryDto,
  ): Promise<Constellation> {
    return this.constellation.show(session.userId, query.limit, query.around);
  }

  @Get('path')
  @Call({
    summary: 'Returns a shortest path between two members: its members and links, in order',
    description:
      'Both lists are empty if no path has up to six links, or if one of the two does not exist or is private. Among ' +
      'equally short paths, strong links come first. In a very dense network the search looks at a part of the links, ' +
      'so that a long path may be missed.',
    answer: constellationSchema,
    problems: ['rate_limited'],
  })
  async findPath(
    @CurrentSession() session: SessionContext,
    @Query() query: PathQueryDto,
  ): Promise<Constellation> {
    return this.constellation.findPath(session.userId, query);
  }
}
