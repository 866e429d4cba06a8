import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, type RateLimit, RateLimits, siteOriginOf } from '@oniverse/platform';
import {
  type AddressResolver,
  CLIENT_ADDRESS,
  type FoundHead,
  type PageHeads,
} from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { ImageHeads } from '../album/index.js';
import { InviteHeads } from '../talk/index.js';
import { PostHeads } from '../writing/index.js';
import { ProfileHeads, TagHeads } from '../people/index.js';

/** The pages of an address that are looked up. A browser opens others without a request for the page. */
export const PAGE_LIMIT: RateLimit = { name: 'pages', points: 120, seconds: 60 };
/** The first parts of the paths of pages with heads. */
const WITH_HEAD = /^\/(?:u|t|dimensions\/invite)\//;

/**
 * Metadata for link previews of pages that are not known at build time. Each request reads what is shown now: a kept preview
 * would outlive the moment in which a member hides the page.
 */
@Injectable()
export class SiteHeads implements PageHeads {
  readonly origin: string;
  constructor(
    private readonly profiles: ProfileHeads,
    private readonly posts: PostHeads,
    private readonly images: ImageHeads,
    private readonly tags: TagHeads,
    private readonly invites: InviteHeads,
    private readonly limits: RateLimits,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: AddressResolver,
    @Inject(CONFIG) config: Config,
  ) {
    this.origin = siteOriginOf(config);
  }

  /** @throws ProblemError `rate_limited` */
  async headOf(request: FastifyRequest, path: string): Promise<FoundHead | undefined> {
    if (!WITH_HEAD.test(path)) return undefined;
    await this.limits.consume(PAGE_LIMIT, `address:${this.addressOf(request.raw)}`);
    return this.findHead(path);
  }

  private async findHead(path: string): Promise<FoundHead | undefined> {
    return (
      (await this.profiles.headOf(path, this.origin)) ??
      (await this.posts.headOf(path, this.origin)) ??
      (await this.images.headOf(path, this.origin)) ??
      (await this.tags.headOf(path, this.origin)) ??
      this.invites.headOf(path, this.origin)
    );
  }
}
