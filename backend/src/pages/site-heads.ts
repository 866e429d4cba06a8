import { Injectable } from '@nestjs/common';
import type { PageHead, PageHeads } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { InviteHeads } from '../invites/invite-heads.js';
import { OwnOriginsPipe } from '../objects/own-origins.decorator.js';
import { PostHeads } from '../posts/post-heads.js';
import { ProfileHeads } from '../profiles/profile-heads.js';
import { TagHeads } from '../tags/tag-heads.js';

/** Metadata for link previews of pages that are not known at build time. */
@Injectable()
export class SiteHeads implements PageHeads {
  constructor(
    private readonly origins: OwnOriginsPipe,
    private readonly profiles: ProfileHeads,
    private readonly posts: PostHeads,
    private readonly tags: TagHeads,
    private readonly invites: InviteHeads,
  ) {}

  originOf(request: FastifyRequest): string | undefined {
    return this.origins.transform(request)[0];
  }

  async headOf(request: FastifyRequest, path: string): Promise<PageHead | 'missing' | undefined> {
    const origin = this.originOf(request) ?? '';
    return (
      (await this.profiles.headOf(path, origin)) ??
      (await this.posts.headOf(path, origin)) ??
      (await this.tags.headOf(path, origin)) ??
      this.invites.headOf(path, origin)
    );
  }
}
