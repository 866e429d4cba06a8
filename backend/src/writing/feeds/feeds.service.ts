import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type FeedFormat,
  memberFeedPath,
  memberPath,
  normaliseTag,
  postPath,
  PRODUCT_NAME,
  tagFeedPath,
  tagPath,
} from '@oniverse/contracts';
import { CONFIG, type Config, notFound, siteOriginOf } from '@oniverse/platform';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit, Turns } from '../../shared/index.js';
import { entryHtml, parseEntry } from './entry-html.js';
import { type FeedEntry, feedDocument, type FeedHead } from './feed-document.js';
import { type FeedPost, FeedsRepository } from './feeds.repository.js';

/** Part of each ETag. Increase it when the same posts are written differently. */
const VERSION = 5;
const CACHED_CHARACTERS = 16_000_000;

/** A feed whose entries are known, but not rendered. */
export interface FeedAnswer {
  etag: string;
  render: () => Promise<string>;
}

/** The path of a feed whose member has another Oni ID now. */
export interface MovedFeed {
  movedTo: string;
}

/** Feeds of posts whose authors show them to visitors. */
@Injectable()
export class FeedsService {
  private readonly origin: string;
  /** Entries by post and version. Rendering one may take 0.1 s. */
  private readonly htmlCache = new LRUCache<string, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  /** Bounds the memory of feeds that are rendered at the same time. */
  private readonly slots = new ConcurrencyLimit(1);
  private readonly turns = new Turns();

  constructor(
    private readonly repository: FeedsRepository,
    @Inject(CONFIG) config: Config,
  ) {
    this.origin = siteOriginOf(config);
  }

  /** Returns the feed of a member's posts. @throws ProblemError `not_found` if the member offers none */
  async getMemberFeed(given: string, format: FeedFormat): Promise<FeedAnswer | MovedFeed> {
    const username = given.toLowerCase();
    const author = await this.repository.findAuthor(username);
    if (!author) throw notFound();
    if (author.username !== username) return { movedTo: memberFeedPath(author.username, format) };
    const name = author.display_name ?? author.username;
    const head = {
      title: `${name}, ${PRODUCT_NAME}`,
      description: `Posts by ${name}.`,
      path: memberPath(author.username),
      feedPath: memberFeedPath(author.username, format),
    };
    return this.answerOf(format, head, await this.repository.listByAuthor(author.id));
  }

  /** Returns the feed of posts with a tag, empty if nobody shows one. @throws ProblemError `not_found` for no tag */
  async getTagFeed(text: string, format: FeedFormat): Promise<FeedAnswer> {
    const tag = normaliseTag(text);
    if (tag === undefined) throw notFound();
    const head = {
      title: `#${tag}, ${PRODUCT_NAME}`,
      description: `Posts with #${tag}.`,
      path: tagPath(tag),
      feedPath: tagFeedPath(tag, format),
    };
    return this.answerOf(format, head, await this.repository.listByTag(tag));
  }

  private answerOf(format: FeedFormat, head: FeedHead, posts: readonly FeedPost[]): FeedAnswer {
    const versions = posts.map(({ id, updated_at, username, display_name }) => [
      id,
      updated_at,
      username,
      display_name,
    ]);
    const identity = JSON.stringify([VERSION, format, this.origin, head, versions]);
    return {
      etag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
      render: async () =>
        this.slots.runTask(async () =>
          feedDocument(format, head, await this.renderEntries(posts), this.origin),
        ),
    };
  }

  private async renderEntries(posts: readonly FeedPost[]): Promise<FeedEntry[]> {
    const found = posts.map((post) => {
      const link = `${this.origin}${postPath(post.username, post.id)}`;
      const key = `${link} ${post.updated_at.getTime()}`;
      return { post, link, key, cached: this.htmlCache.get(key) };
    });
    const missing = found.flatMap(({ post, cached }) => (cached === undefined ? post.id : []));
    const texts = missing.length > 0 ? await this.repository.findTexts(missing) : new Map<string, string>();
    const entries: FeedEntry[] = [];
    for (const { post, link, key, cached } of found) {
      const html = cached ?? (await this.renderEntry(key, texts.get(post.id), link));
      if (html !== undefined) entries.push({ post, link, html });
    }
    return entries;
  }

  private async renderEntry(
    key: string,
    text: string | undefined,
    link: string,
  ): Promise<string | undefined> {
    // Hidden since it was listed.
    if (text === undefined) return undefined;
    const parsed = await this.turns.compute(() => parseEntry(text));
    const html = await this.turns.compute(() => entryHtml(parsed, link));
    this.htmlCache.set(key, html);
    return html;
  }
}
