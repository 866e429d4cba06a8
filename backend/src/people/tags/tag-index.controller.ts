import { Controller } from '@nestjs/common';
import { getTagIndex, type IndexedTag, type InputOf, listTagNames, type TagIndex } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { TagIndexService } from './tag-index.service.js';

@Controller()
export class TagIndexController {
  constructor(private readonly index: TagIndexService) {}

  @Handles(getTagIndex)
  async show(@CurrentSession() session: SessionContext): Promise<TagIndex> {
    return this.index.show(session.userId);
  }

  @Handles(listTagNames)
  async names(@Input() { query }: InputOf<typeof listTagNames>): Promise<Page<IndexedTag>> {
    return this.index.listNames(query);
  }
}
