import { Controller } from '@nestjs/common';
import {
  getTagIndex,
  getTagPage,
  listTagMembers,
  listTagNames,
  listTagPictures,
  listTagPosts,
  listTags,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { TagsService } from './tags.service.js';
import { TagIndexService } from './tag-index.service.js';
import { TagPagesService } from './tag-pages.service.js';

@Controller()
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly index: TagIndexService,
    private readonly pages: TagPagesService,
  ) {}

  @Handles(listTags)
  async list({ session }: Received<typeof listTags>) {
    return this.tags.list(session.userId);
  }

  @Handles(getTagIndex)
  async showIndex({ session }: Received<typeof getTagIndex>) {
    return this.index.show(session.userId);
  }

  @Handles(listTagNames)
  async listNames({ query }: Received<typeof listTagNames>) {
    return this.index.listNames(query);
  }

  @Handles(getTagPage)
  async showPage({ session, tag }: Received<typeof getTagPage>) {
    return this.pages.show(session?.userId ?? null, tag);
  }

  @Handles(listTagMembers)
  async listMembers({ session, tag, query }: Received<typeof listTagMembers>) {
    return this.pages.listMembers(session.userId, tag, query);
  }

  @Handles(listTagPosts)
  async listPosts({ session, tag, query }: Received<typeof listTagPosts>) {
    return this.pages.listPosts(session?.userId ?? null, tag, query);
  }

  @Handles(listTagPictures)
  async listPictures({ session, tag, query }: Received<typeof listTagPictures>) {
    return this.pages.listPictures(session.userId, tag, query);
  }
}
