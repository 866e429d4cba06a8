import { Injectable } from '@nestjs/common';
import {
  type FeedFormat,
  memberFeedPath,
  memberPath,
  normaliseTag,
  PRODUCT_NAME,
  tagFeedPath,
  tagPath,
} from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { feedDocument } from './feed-document.js';
import { FeedsRepository } from './feeds.repository.js';

const ENTRIES = 30;

/** Feeds of posts whose authors show them to visitors. */
@Injectable()
export class FeedsService {
  constructor(private readonly repository: FeedsRepository) {}

  /** Returns the feed of a member's posts. @throws ProblemError `not_found` if the member offers none */
  async getMemberFeed(username: string, format: FeedFormat, origin: string): Promise<string> {
    const author = await this.repository.findAuthor(username.toLowerCase());
    if (!author) throw notFound();
    const name = author.display_name ?? author.username;
    const head = {
      title: `${name}, ${PRODUCT_NAME}`,
      description: `Posts by ${name}.`,
      path: memberPath(author.username),
      feedPath: memberFeedPath(author.username, format),
    };
    return feedDocument(format, head, await this.repository.listByAuthor(author.id, ENTRIES), origin);
  }

  /** Returns the feed of posts with a tag, empty if nobody shows one. @throws ProblemError `not_found` for no tag */
  async getTagFeed(text: string, format: FeedFormat, origin: string): Promise<string> {
    const tag = normaliseTag(text);
    if (tag === undefined) throw notFound();
    const head = {
      title: `#${tag}, ${PRODUCT_NAME}`,
      description: `Posts with #${tag}.`,
      path: tagPath(tag),
      feedPath: tagFeedPath(tag, format),
    };
    return feedDocument(format, head, await this.repository.listByTag(tag, ENTRIES), origin);
  }
}
