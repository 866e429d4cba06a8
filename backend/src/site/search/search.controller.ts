import { Controller } from '@nestjs/common';
import { type InputOf, search, type SearchView } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession } from '../../shared/access/current-session.decorator.js';
import type { SessionContext } from '../../shared/access/session.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Handles(search)
  async search(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof search>,
  ): Promise<SearchView> {
    return this.searches.search(session.userId, query);
  }
}
