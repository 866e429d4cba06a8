import { Controller } from '@nestjs/common';
import { listTags, type TagView } from '@oniverse/contracts';
import { Handles } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { TagsService } from './tags.service.js';

@Controller()
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Handles(listTags)
  async list(@CurrentSession() session: SessionContext): Promise<TagView[]> {
    return this.tags.list(session.userId);
  }
}
