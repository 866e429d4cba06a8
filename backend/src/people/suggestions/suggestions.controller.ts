import { Controller } from '@nestjs/common';
import { dismissSuggestion, listSuggestions } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { SuggestionsService } from './suggestions.service.js';

@Controller()
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Handles(listSuggestions)
  async list({ session }: Received<typeof listSuggestions>) {
    return { suggestions: await this.suggestions.list(session.userId) };
  }

  @Handles(dismissSuggestion)
  async dismiss({ session, id }: Received<typeof dismissSuggestion>) {
    await this.suggestions.dismiss(session.userId, id);
  }
}
