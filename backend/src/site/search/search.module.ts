import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';
import { SearchRepository } from './search.repository.js';
import { SearchSlots } from './search-slots.js';
import { SearchService } from './search.service.js';

@Module({ controllers: [SearchController], providers: [SearchService, SearchRepository, SearchSlots] })
export class SearchModule {}
