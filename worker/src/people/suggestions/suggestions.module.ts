import { Module } from '@nestjs/common';
import { RefreshSuggestions } from './refresh-suggestions.js';
import { SuggestLinks } from './suggest-links.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const JOBS = [RefreshSuggestions, SuggestLinks];

@Module({ providers: [...JOBS, SuggestionsRepository], exports: JOBS })
export class SuggestionsModule {
  static readonly jobs = JOBS;
}
