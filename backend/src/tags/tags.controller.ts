import { Controller, Get } from '@nestjs/common';
import { schema, tagSchema, type TagView } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { TagsService } from './tags.service.js';

@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @Call({ summary: 'Lists the tags that the member uses, by name', answer: schema.list(tagSchema) })
  async list(@CurrentSession() session: SessionContext): Promise<TagView[]> {
    return this.tags.list(session.userId);
  }
}
