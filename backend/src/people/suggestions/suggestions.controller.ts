import { Controller } from '@nestjs/common';
import {
  dismissSuggestion,
  type InputOf,
  listSuggestions,
  type OkAnswer,
  type SuggestionsView,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { SuggestionsService } from './suggestions.service.js';

@Controller()
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Handles(listSuggestions)
  async list(@CurrentSession() session: SessionContext): Promise<SuggestionsView> {
    return { suggestions: await this.suggestions.list(session.userId) };
  }

  @Handles(dismissSuggestion)
  async dismiss(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof dismissSuggestion>,
  ): Promise<OkAnswer> {
    await this.suggestions.dismiss(session.userId, id);
    return { ok: true };
  }
}
