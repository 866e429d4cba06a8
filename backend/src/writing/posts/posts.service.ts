import { Injectable } from '@nestjs/common';
import {
  ALSO_ABOUT,
  type AlsoAbout,
  type CreatePostBody,
  type FeedScope,
  NEW_ACCOUNT_MESSAGES,
  POST_MESSAGES,
  type PostPage,
  type PostView,
  type UpdatePostBody,
  withoutUnprintable,
} from '@oniverse/contracts';
import { combineTags, mayMention, plainTextOf } from '@oniverse/markdown';
import { invalidField, notFound, ProblemError, RateLimits } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import {
  AccessService,
  AttachmentsService,
  Copies,
  countWriting,
  type MemberChange,
  MemberChanges,
  NewAccounts,
  Quotas,
  type Tagged,
  Turns,
} from '../../shared/index.js';
import { FeedHints } from './feed-hints.js';
import { PostHints } from './post-hints.js';
import {
  type OwnPostsPage,
  type PostRow,
  PostsRepository,
  type PostsPage,
  type PostValues,
} from './posts.repository.js';
import { alsoAboutView, postPageView, postView } from './posts.view.js';

@Injectable()
export class PostsService {
  /** Parses texts. */
  private readonly turns = new Turns();

  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: PostsRepository,
    private readonly hints: FeedHints,
    private readonly postHints: PostHints,
    private readonly limits: RateLimits,
    private readonly attachments: AttachmentsService,
    private readonly newAccounts: NewAccounts,
    private readonly copies: Copies,
  ) {}

  async listOwn(userId: string, isArchived: boolean, page: OwnPostsPage): Promise<Page<PostView>> {
    return Page.of(await this.repository.listOwn(userId, isArchived, page), page.limit, postView);
  }

  /** Returns the posts of linked members (`near`) or all members, newest first. */
  async listFeed(userId: string, scope: FeedScope, page: PostsPage): Promise<Page<PostView>> {
    return Page.of(await this.repository.listFeed(userId, scope, page), page.limit, postView);
  }

  /** Returns the posts a member shows, newest first. @throws ProblemError `not_found` */
  async listShown(askerId: string, username: string, page: PostsPage): Promise<Page<PostView>> {
    const userId = await this.access.requireVisibleMember(askerId, username);
    return Page.of(await this.repository.listShown(askerId, userId, page), page.limit, postView);
  }

  /** Returns a post with its neighbours. @param readerId null for a visitor. @throws ProblemError `not_found` */
  async getPage(readerId: string | null, id: string): Promise<PostPage> {
    const row = await this.repository.findPage(readerId, id);
    if (!row) throw notFound();
    return postPageView(row);
  }

  /** Returns what else has a tag of a post. @param readerId null for a visitor. @throws ProblemError `not_found` */
  async getAlsoAbout(readerId: string | null, id: string): Promise<AlsoAbout> {
    const rows = await this.repository.listAlsoAbout(readerId, id, ALSO_ABOUT);
    if (rows.length === 0) throw notFound();
    return alsoAboutView(rows);
  }

  /** Returns the posts with a tag that the reader sees, newest first; for visitors (null) a single page. */
  async listTagged(readerId: string | null, tag: string, page: PostsPage): Promise<Page<PostView>> {
    if (readerId !== null)
      return Page.of(await this.repository.listTagged(readerId, tag, page), page.limit, postView);
    const { cursor, limit } = page;
    const rows = cursor === undefined ? await this.repository.listTaggedForVisitors(tag, limit) : [];
    return Page.of(rows, limit, postView).asOnlyPage();
  }

  /** Returns the tags often found on posts with a tag. */
  async listTagsTogether(readerId: string | null, tag: string, limit: number): Promise<string[]> {
    return this.repository.listTogether(readerId, tag, limit);
  }

  /**
   * Stores a post. A public one that is a copy of other new accounts is held.
   * @throws ProblemError `validation_failed` without any text, `already_used`, `quota_reached`, `rate_limited`, `account_too_new`
   */
  async create(userId: string, body: CreatePostBody): Promise<PostView> {
    const { title, tags: given = [], isPublic = true, attachments = [] } = body;
    await countWriting(this.limits, userId);
    const texts = await this.turns.compute(() => textsOf(body));
    await this.newAccounts.countText(userId, texts.markdown_content);
    const written = {
      title,
      ...texts,
      ...(await this.turns.compute(() => tagValues(given, texts.markdown_content))),
      is_archived: false,
      are_replies_closed: false,
    };
    return this.changes.runChange(userId, async (change) => {
      await this.quotas.requireCapacityForPost(change.manager, userId);
      const text = { userId, kind: 'post', text: texts.content } as const;
      const copy = isPublic ? await this.copies.record(text, change.manager) : undefined;
      const isHeld = copy?.isHeld ?? false;
      const post = { ...written, is_public: isPublic && !isHeld, is_held: isHeld };
      this.retag(change, null, toTagged(post));
      const row = requireRow(await this.repository.insert(change.manager, userId, post));
      if (copy) await this.copies.setSubject(change.manager, copy, row.id);
      notifyMentioned(change, row.id, null, post);
      const to = { owner: 'post', ownerId: row.id, userId } as const;
      const files = await this.attachments.claim(change.manager, to, attachments);
      return postView({ ...row, files });
    });
  }

  /**
   * Updates the given fields; an empty body changes nothing.
   * @throws ProblemError `forbidden`, also to show what staff have hidden; `not_found`; `already_used` for an attachment that is
   * gone; `rate_limited` for new text or tags; `account_too_new`; `held_for_review` to show a post that is held
   */
  async update(userId: string, id: string, body: UpdatePostBody): Promise<PostView> {
    if (body.markdownContent !== undefined || body.tags !== undefined)
      await countWriting(this.limits, userId);
    await this.newAccounts.countText(userId, body.markdownContent ?? '');
    return this.changes.runChange(userId, async (change) => {
      await this.access.requireOwner(change.manager, 'post', userId, id);
      const before = requireRow(await this.repository.find(change.manager, id));
      if (Object.values(body).every((value) => value === undefined)) return postView(before);
      if (before.is_held && body.isPublic === true) {
        throw new ProblemError('held_for_review', NEW_ACCOUNT_MESSAGES.heldAsCopy);
      }
      const after = await this.holdCopy(change, before, await this.applyChanges(before, body));
      if (after.is_public && !before.is_public) await this.access.requireShowable(change.manager, id);
      this.announceChange(change, id, before, after);
      if (body.attachments) {
        await this.attachments.claim(
          change.manager,
          { owner: 'post', ownerId: id, userId },
          body.attachments,
        );
      }
      return postView(requireRow(await this.repository.update(change.manager, id, after)));
    });
  }

  /**
   * Hides a post of a member from others, or shows it again unless it is held, for the staff of the platform.
   * @returns whether that changed it; undefined if it is gone
   */
  async setShownForSite(change: MemberChange, id: string, isPublic: boolean): Promise<boolean | undefined> {
    const before = await this.repository.find(change.manager, id);
    if (!before || before.is_public === isPublic || (isPublic && before.is_held)) return before && false;
    const after = { ...before, is_public: isPublic };
    this.announceChange(change, id, before, after);
    await this.repository.update(change.manager, id, after);
    return true;
  }

  /** @throws ProblemError `forbidden`, `not_found` */
  async remove(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      await this.access.requireOwner(change.manager, 'post', userId, id);
      this.retag(change, toTagged(requireRow(await this.repository.find(change.manager, id))), null, id);
      await this.repository.remove(change.manager, id);
    });
  }

  /** Shows a post that was held, unless staff have hidden it since. Does nothing if it is not held. */
  async release(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      const before = await this.repository.find(change.manager, id);
      if (!before?.is_held) return;
      const after = {
        ...before,
        is_public: !(await this.access.isHidden(change.manager, id)),
        is_held: false,
      };
      this.announceChange(change, id, before, after);
      await this.repository.update(change.manager, id, after);
    });
  }

  /** Returns a changed post, held if others would see a copy for the first time. */
  private async holdCopy(
    { manager, userId }: MemberChange,
    before: PostRow,
    after: PostValues,
  ): Promise<PostValues> {
    const isSame = before.is_public && before.content === after.content;
    if (!after.is_public || isSame) return after;
    const text = { userId, kind: 'post', text: after.content, subjectId: before.id } as const;
    const copy = await this.copies.record(text, manager);
    return copy?.isHeld ? { ...after, is_public: false, is_held: true } : after;
  }

  /** Returns a post with the changes applied. New text replaces the plain text and the tags found in the old text. */
  private async applyChanges(before: PostRow, body: UpdatePostBody): Promise<PostValues> {
    const { markdownContent, tags: given = before.given_tags } = body;
    const markdown = markdownContent ?? before.markdown_content;
    const isSame = markdownContent === undefined && body.tags === undefined;
    return {
      title: body.title ?? before.title,
      content:
        markdownContent === undefined
          ? before.content
          : await this.turns.compute(() => plainContentOf(markdownContent)),
      markdown_content: markdown,
      ...(isSame
        ? { given_tags: given, tags: before.tags }
        : await this.turns.compute(() => tagValues(given, markdown))),
      is_public: body.isPublic ?? before.is_public,
      is_held: before.is_held,
      is_archived: body.isArchived ?? before.is_archived,
      are_replies_closed: body.areRepliesClosed ?? before.are_replies_closed,
    };
  }

  private announceChange(change: MemberChange, id: string, before: PostValues, after: PostValues): void {
    this.retag(change, toTagged(before), toTagged(after), id);
    notifyMentioned(change, id, before, after);
  }

  /**
   * Adjusts the tag counts. After the commit, publishes hints to feeds if the post is visible before or after, and to its
   * open pages.
   * @param id absent for a new post
   */
  private retag(change: MemberChange, before: Tagged | null, after: Tagged | null, id?: string): void {
    change.retag(before, after);
    const isSeen = [before, after].some((post) => post !== null && change.isShown(post));
    change.afterCommit(async () => {
      if (isSeen) this.hints.publish();
      if (id !== undefined) this.postHints.publish({ id, authorId: change.userId, isShown: isSeen });
    });
  }
}

/** Enqueues the mentions of a post whose text or visibility changes. A text without an `@` mentions nobody. */
function notifyMentioned(
  change: MemberChange,
  postId: string,
  before: PostValues | null,
  after: PostValues,
): void {
  const isSame =
    before?.markdown_content === after.markdown_content &&
    toTagged(before).isPublic === toTagged(after).isPublic;
  const texts = [before?.markdown_content ?? '', after.markdown_content];
  if (!isSame && texts.some(mayMention)) change.notify({ kind: 'post', postId });
}

function requireRow(row: PostRow | undefined): PostRow {
  if (!row) throw notFound();
  return row;
}

const toTagged = ({ tags, is_public, is_archived }: PostValues): Tagged => ({
  tags,
  isPublic: is_public && !is_archived,
});

const tagValues = (given: string[], markdown: string): Pick<PostValues, 'tags' | 'given_tags'> => ({
  given_tags: given,
  tags: combineTags(given, markdown),
});

/** Markdown can name characters that no text may have, such as `&#12;`. */
const plainContentOf = (markdown: string): string => withoutUnprintable(plainTextOf(markdown));

/** Returns both texts of a new post, deriving the missing one from the other. */
function textsOf({
  content,
  markdownContent,
}: CreatePostBody): Pick<PostValues, 'content' | 'markdown_content'> {
  const markdown = markdownContent ?? content;
  if (markdown === undefined) throw invalidField('content', POST_MESSAGES.postRequired);
  return { content: content ?? plainContentOf(markdown), markdown_content: markdown };
}
