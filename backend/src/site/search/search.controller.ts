import { Controller } from '@nestjs/common';
import { search } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Handles(search)
  async search({ session, query }: Received<typeof search>) {
    return this.searches.search(session.userId, query);
  }
}
