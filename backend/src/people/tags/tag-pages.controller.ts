import { Controller } from '@nestjs/common';
import {
  type AuthoredImageView,
  getTagPage,
  type InputOf,
  listTagMembers,
  listTagPictures,
  listTagPosts,
  type PostView,
  type TagMemberView,
  type TagPageView,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession, type SessionContext } from '../../shared/index.js';
import { TagPagesService } from './tag-pages.service.js';

@Controller()
export class TagPagesController {
  constructor(private readonly pages: TagPagesService) {}

  @Handles(getTagPage)
  async show(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { tag }: InputOf<typeof getTagPage>,
  ): Promise<TagPageView> {
    return this.pages.show(session?.userId ?? null, tag);
  }

  @Handles(listTagMembers)
  async members(
    @CurrentSession() session: SessionContext,
    @Input() { tag, query }: InputOf<typeof listTagMembers>,
  ): Promise<Page<TagMemberView>> {
    return this.pages.listMembers(session.userId, tag, query);
  }

  @Handles(listTagPosts)
  async posts(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { tag, query }: InputOf<typeof listTagPosts>,
  ): Promise<Page<PostView>> {
    return this.pages.listPosts(session?.userId ?? null, tag, query);
  }

  @Handles(listTagPictures)
  async pictures(
    @CurrentSession() session: SessionContext,
    @Input() { tag, query }: InputOf<typeof listTagPictures>,
  ): Promise<Page<AuthoredImageView>> {
    return this.pages.listPictures(session.userId, tag, query);
  }
}
