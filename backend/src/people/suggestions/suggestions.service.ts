import { Injectable } from '@nestjs/common';
import type { SuggestionView } from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { optionalAuthorView } from '../../shared/index.js';
import { type SuggestionRow, SuggestionsRepository } from './suggestions.repository.js';

/** Suggestions, which the worker computes. What a member may not see now is left out. */
@Injectable()
export class SuggestionsService {
  constructor(private readonly repository: SuggestionsRepository) {}

  async list(userId: string): Promise<SuggestionView[]> {
    return (await this.repository.list(userId)).map(suggestionView);
  }

  /** @throws ProblemError `not_found` */
  async dismiss(userId: string, id: string): Promise<void> {
    if (!(await this.repository.dismiss(userId, id))) throw notFound();
  }
}

function suggestionView(row: SuggestionRow): SuggestionView {
  return {
    id: row.id,
    kind: row.kind,
    tags: row.tags,
    member: optionalAuthorView(row),
    joinedAt: row.joined_at?.toISOString() ?? null,
    server: row.server_id === null ? null : { id: row.server_id, name: row.server_name ?? '' },
  };
}
