import { Injectable } from '@nestjs/common';
import { isUuid, postPath, PRODUCT_NAME, type PostView } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FoundHead, PageHead } from '@oniverse/platform/backend';
import { excerptOfText } from './excerpt.js';
import { PostsService } from './posts.service.js';

const POST_PATH = /^\/u\/([^/]+)\/([^/]+)\/?$/;

/** The link previews of `/u/{username}/{post}`, as a visitor without a session sees the page. */
@Injectable()
export class PostHeads {
  constructor(private readonly posts: PostsService) {}

  /**
   * @param origin the site's own
   * @returns `missing` if visitors cannot see the post, its address if that has another Oni ID, `undefined` for other pages
   */
  async headOf(path: string, origin: string): Promise<FoundHead | undefined> {
    const [, name, id] = POST_PATH.exec(path) ?? [];
    if (name === undefined || id === undefined) return undefined;
    const post = isUuid(id) ? await this.findPost(id) : undefined;
    if (!post) return 'missing';
    const { username } = post.author;
    return name.toLowerCase() === username ? buildHead(post, origin) : { movedTo: postPath(username, id) };
  }

  private async findPost(id: string): Promise<PostView | undefined> {
    try {
      return (await this.posts.getPage(null, id)).post;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

function buildHead({ id, title, content, author }: PostView, origin: string): PageHead {
  const { username, displayName, profileImageUrl } = author;
  return {
    type: 'article',
    title: `${title}, by ${displayName ?? `@${username}`}, ${PRODUCT_NAME}`,
    description: excerptOfText(content) || `A post by @${username} on ${PRODUCT_NAME}`,
    url: `${origin}${postPath(username, id)}`,
    image: profileImageUrl === null ? null : `${origin}${profileImageUrl}`,
  };
}
