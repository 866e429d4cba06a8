import { Module } from '@nestjs/common';
import { SuggestionsController } from './suggestions.controller.js';
import { SuggestionsRepository } from './suggestions.repository.js';
import { SuggestionsService } from './suggestions.service.js';

@Module({ controllers: [SuggestionsController], providers: [SuggestionsService, SuggestionsRepository] })
export class SuggestionsModule {}
