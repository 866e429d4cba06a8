import { Injectable } from '@nestjs/common';
import {
  type CreatePostBody,
  type FeedScope,
  MESSAGES,
  type PostView,
  tagsOf,
  type UpdatePostBody,
} from '@oniverse/contracts';
import { invalidField, notFound } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import { AccessService } from '../access/access.service.js';
import { MemberChanges, type Tagged } from '../changes/member-changes.js';
import { plainTextOf } from './plain-text.js';
import {
  type OwnPostsPage,
  type PostRow,
  PostsRepository,
  type PostsPage,
  type PostValues,
} from './posts.repository.js';
import { postView } from './posts.view.js';

/** Posts: writing them, and reading one's own and what others show. */
@Injectable()
export class PostsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: PostsRepository,
  ) {}

  /** The caller's own posts, those put away or the others. */
  async listOwn(userId: string, isArchived: boolean, page: OwnPostsPage): Promise<Page<PostView>> {
    return Page.of(await this.repository.ownPage(userId, isArchived, page), page.limit, postView);
  }

  /** What members show, newest first: of those near the caller, or everyone's. */
  async feed(userId: string, scope: FeedScope, page: PostsPage): Promise<Page<PostView>> {
    return Page.of(await this.repository.feedPage(userId, scope, page), page.limit, postView);
  }

  /** What one member shows, newest first. @throws ProblemError `not_found` */
  async listOf(askerId: string, username: string, page: PostsPage): Promise<Page<PostView>> {
    const userId = await this.access.requireVisibleMember(askerId, username);
    return Page.of(await this.repository.shownPage(userId, page), page.limit, postView);
  }

  /** @throws ProblemError `validation_failed` where there is no text */
  async create(userId: string, body: CreatePostBody): Promise<PostView> {
    const { title, tags: given = [], isPublic = true } = body;
    const texts = textsOf(body);
    const post = {
      title,
      ...texts,
      ...tagValues(given, texts.markdown_content),
      is_public: isPublic,
      is_archived: false,
    };
    return this.changes.run(userId, async (change) => {
      change.retag(null, tagged(post));
      return postView(existing(await this.repository.insert(change.manager, userId, post)));
    });
  }

  /**
   * Changes what is given; nothing given changes nothing.
   * @throws ProblemError `forbidden`, `not_found`
   */
  async update(userId: string, id: string, body: UpdatePostBody): Promise<PostView> {
    return this.changes.run(userId, async (change) => {
      await this.access.requireOwn(change.manager, 'post', userId, id);
      const before = existing(await this.repository.find(change.manager, id));
      if (Object.values(body).every((value) => value === undefined)) return postView(before);
      const after = changed(before, body);
      change.retag(tagged(before), tagged(after));
      return postView(existing(await this.repository.update(change.manager, id, after)));
    });
  }

  /** @throws ProblemError `forbidden`, `not_found` */
  async remove(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, async (change) => {
      await this.access.requireOwn(change.manager, 'post', userId, id);
      change.retag(tagged(existing(await this.repository.find(change.manager, id))), null);
      await this.repository.remove(change.manager, id);
    });
  }
}

function existing(row: PostRow | undefined): PostRow {
  if (!row) throw notFound();
  return row;
}

/** A post as its tags are counted. */
const tagged = ({ tags, is_public, is_archived }: PostValues): Tagged => ({
  tags,
  isPublic: is_public && !is_archived,
});

const tagValues = (given: string[], markdown: string): Pick<PostValues, 'tags' | 'given_tags'> => ({
  given_tags: given,
  tags: tagsOf(given, markdown),
});

/** Both texts of a new post: the one that is missing follows from the other. */
function textsOf({
  content,
  markdownContent,
}: CreatePostBody): Pick<PostValues, 'content' | 'markdown_content'> {
  const markdown = markdownContent ?? content;
  if (markdown === undefined) throw invalidField('content', MESSAGES.emptyPost);
  return { content: content ?? plainTextOf(markdown), markdown_content: markdown };
}

/** A post after a change. New text brings its own plain text and tags, and those of the old text go. */
function changed(before: PostRow, body: UpdatePostBody): PostValues {
  const { markdownContent, tags: given = before.given_tags } = body;
  const markdown = markdownContent ?? before.markdown_content;
  return {
    title: body.title ?? before.title,
    content: markdownContent === undefined ? before.content : plainTextOf(markdownContent),
    markdown_content: markdown,
    ...tagValues(given, markdown),
    is_public: body.isPublic ?? before.is_public,
    is_archived: body.isArchived ?? before.is_archived,
  };
}
