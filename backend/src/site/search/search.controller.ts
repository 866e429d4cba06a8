import { Controller } from '@nestjs/common';
import { listSearchPlaces, search } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Handles(search)
  async search({ session, query }: Received<typeof search>) {
    return this.searches.search(session.userId, query);
  }

  @Handles(listSearchPlaces)
  async listPlaces({ session, query }: Received<typeof listSearchPlaces>) {
    return this.searches.listPlaces(session.userId, query);
  }
}
