import { Controller, Delete, Get } from '@nestjs/common';
import { type OkAnswer, okSchema, suggestionsSchema, type SuggestionsView } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { SuggestionsService } from './suggestions.service.js';

@Controller('suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @Call({
    summary: 'Lists up to three links that could exist',
    description:
      'Each with its reason: tags that the caller has in private items, keeps or shows, and that a member who is not linked yet shows.',
    answer: suggestionsSchema,
  })
  async list(@CurrentSession() session: SessionContext): Promise<SuggestionsView> {
    return { suggestions: await this.suggestions.list(session.userId) };
  }

  @Delete(':id')
  @Call({
    summary: 'Dismisses a suggestion, which never returns',
    answer: okSchema,
    problems: ['not_found'],
  })
  async dismiss(
    @CurrentSession() session: SessionContext,
    @PathId('The suggestion.') id: string,
  ): Promise<OkAnswer> {
    await this.suggestions.dismiss(session.userId, id);
    return { ok: true };
  }
}
