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
  constructor(private readonly tags: TagsService) {}

  @Handles(listTags)
  async list({ session }: Received<typeof listTags>) {
    return this.tags.list(session.userId);
  }
}

@Controller()
export class TagIndexController {
  constructor(private readonly index: TagIndexService) {}

  @Handles(getTagIndex)
  async show({ session }: Received<typeof getTagIndex>) {
    return this.index.show(session.userId);
  }

  @Handles(listTagNames)
  async names({ query }: Received<typeof listTagNames>) {
    return this.index.listNames(query);
  }
}

@Controller()
export class TagPagesController {
  constructor(private readonly pages: TagPagesService) {}

  @Handles(getTagPage)
  async show({ session, tag }: Received<typeof getTagPage>) {
    return this.pages.show(session?.userId ?? null, tag);
  }

  @Handles(listTagMembers)
  async members({ session, tag, query }: Received<typeof listTagMembers>) {
    return this.pages.listMembers(session.userId, tag, query);
  }

  @Handles(listTagPosts)
  async posts({ session, tag, query }: Received<typeof listTagPosts>) {
    return this.pages.listPosts(session?.userId ?? null, tag, query);
  }

  @Handles(listTagPictures)
  async pictures({ session, tag, query }: Received<typeof listTagPictures>) {
    return this.pages.listPictures(session.userId, tag, query);
  }
}
