import { Controller, Get, Query } from '@nestjs/common';
import {
  type IndexedTag,
  indexedTagSchema,
  schema,
  type TagIndex,
  tagIndexSchema,
} from '@oniverse/contracts';
import { Call, type Page } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { TagNamesQueryDto } from './tag-index.dto.js';
import { TagIndexService } from './tag-index.service.js';

@Controller('tag-index')
export class TagIndexController {
  constructor(private readonly index: TagIndexService) {}

  @Get()
  @Call({ summary: 'Returns tags of the moment, tags near the caller, and new ones', answer: tagIndexSchema })
  async show(@CurrentSession() session: SessionContext): Promise<TagIndex> {
    return this.index.show(session.userId);
  }

  @Get('names')
  @Call({
    summary: 'Lists the tags that members show, by name',
    answer: schema.list(indexedTagSchema),
    paged: true,
  })
  async names(@Query() page: TagNamesQueryDto): Promise<Page<IndexedTag>> {
    return this.index.listNames(page);
  }
}
