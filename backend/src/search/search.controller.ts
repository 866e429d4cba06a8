import { Controller, Get, Query } from '@nestjs/common';
import { SEARCH, searchSchema, type SearchView } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { SearchQueryDto } from './search.dto.js';
import { SearchService } from './search.service.js';

@Controller('search')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Get()
  @Call({
    summary: 'Searches what the caller may see',
    description:
      'Members, tags and dimensions whose name begins with `q` come first, then those that contain it, by name. Posts ' +
      `whose title matches come first, newest first, and pictures are newest first. Returns up to ${SEARCH.limit} ` +
      'entries of each kind; `cursor` continues the list of a single kind.',
    answer: searchSchema,
    problems: ['rate_limited'],
  })
  async search(
    @CurrentSession() session: SessionContext,
    @Query() query: SearchQueryDto,
  ): Promise<SearchView> {
    return this.searches.search(session.userId, query);
  }
}
