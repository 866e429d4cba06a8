import { Controller } from '@nestjs/common';
import {
  createPost,
  deletePost,
  getAlsoAbout,
  getPost,
  listArchivedPosts,
  listFeed,
  listMemberPosts,
  listOwnPosts,
  updatePost,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { PostsService } from './posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Handles(listOwnPosts)
  async my({ session, query }: Received<typeof listOwnPosts>) {
    return this.posts.listOwn(session.userId, false, query);
  }

  @Handles(listArchivedPosts)
  async archived({ session, query }: Received<typeof listArchivedPosts>) {
    return this.posts.listOwn(session.userId, true, query);
  }

  @Handles(createPost)
  async create({ session, body }: Received<typeof createPost>) {
    return this.posts.create(session.userId, body);
  }

  @Handles(getPost)
  async page({ session, id }: Received<typeof getPost>) {
    return this.posts.getPage(session?.userId ?? null, id);
  }

  @Handles(getAlsoAbout)
  async also({ session, id }: Received<typeof getAlsoAbout>) {
    return this.posts.getAlsoAbout(session?.userId ?? null, id);
  }

  @Handles(updatePost)
  async update({ session, id, body }: Received<typeof updatePost>) {
    return this.posts.update(session.userId, id, body);
  }

  @Handles(deletePost)
  async remove({ session, id }: Received<typeof deletePost>) {
    await this.posts.remove(session.userId, id);
  }

  @Handles(listFeed)
  async feed({ session, query }: Received<typeof listFeed>) {
    return this.posts.listFeed(session.userId, query.scope, query);
  }

  @Handles(listMemberPosts)
  async ofMember({ session, username, query }: Received<typeof listMemberPosts>) {
    return this.posts.listShown(session.userId, username, query);
  }
}
