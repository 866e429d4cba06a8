import { Controller } from '@nestjs/common';
import {
  type AlsoAbout,
  createPost,
  deletePost,
  getAlsoAbout,
  getPost,
  type InputOf,
  listArchivedPosts,
  listFeed,
  listMemberPosts,
  listOwnPosts,
  type OkAnswer,
  type PostPage,
  type PostView,
  updatePost,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession, type SessionContext } from '../../shared/index.js';
import { PostsService } from './posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Handles(listOwnPosts)
  async my(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listOwnPosts>,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, false, query);
  }

  @Handles(listArchivedPosts)
  async archived(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listArchivedPosts>,
  ): Promise<Page<PostView>> {
    return this.posts.listOwn(session.userId, true, query);
  }

  @Handles(createPost)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createPost>,
  ): Promise<PostView> {
    return this.posts.create(session.userId, body);
  }

  @Handles(getPost)
  async page(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { id }: InputOf<typeof getPost>,
  ): Promise<PostPage> {
    return this.posts.getPage(session?.userId ?? null, id);
  }

  @Handles(getAlsoAbout)
  async also(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { id }: InputOf<typeof getAlsoAbout>,
  ): Promise<AlsoAbout> {
    return this.posts.getAlsoAbout(session?.userId ?? null, id);
  }

  @Handles(updatePost)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updatePost>,
  ): Promise<PostView> {
    return this.posts.update(session.userId, id, body);
  }

  @Handles(deletePost)
  async remove(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deletePost>,
  ): Promise<OkAnswer> {
    await this.posts.remove(session.userId, id);
    return { ok: true };
  }

  @Handles(listFeed)
  async feed(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listFeed>,
  ): Promise<Page<PostView>> {
    return this.posts.listFeed(session.userId, query.scope, query);
  }

  @Handles(listMemberPosts)
  async ofMember(
    @CurrentSession() session: SessionContext,
    @Input() { username, query }: InputOf<typeof listMemberPosts>,
  ): Promise<Page<PostView>> {
    return this.posts.listShown(session.userId, username, query);
  }
}
