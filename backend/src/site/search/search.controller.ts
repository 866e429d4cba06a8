import { Controller } from '@nestjs/common';
import { type InputOf, search, type SearchView } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
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
