import { Injectable } from '@nestjs/common';
import { PRODUCT_NAME, type PublicProfile, USERNAME_PATTERN } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { PageHead, PageHeads } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { OwnOriginsPipe } from '../objects/own-origins.decorator.js';
import { plainTextOf } from '../posts/plain-text.js';
import { ProfilesService } from './profiles.service.js';

const PAGE = /^\/u\/([^/]+)\/?$/;
/** Characters of a description, of which previews show about so many. */
const DESCRIPTION = 200;
/** Characters of a profile's text that are read for it: its beginning says enough, and costs little. */
const READ = 2_000;

/** The beginning of what a profile says, on one line. */
function descriptionOf({ bio, profileMarkdown, username }: PublicProfile): string {
  const said = (bio ?? plainTextOf(profileMarkdown.slice(0, READ))).replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(said);
  if (characters.length === 0) return `@${username} on ${PRODUCT_NAME}`;
  if (characters.length <= DESCRIPTION) return said;
  return `${characters.slice(0, DESCRIPTION).join('').trimEnd()}…`;
}

/** The name in an address; undefined where no member can be called so. */
function usernameOf(segment: string): string | undefined {
  try {
    const name = decodeURIComponent(segment).toLowerCase();
    return USERNAME_PATTERN.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** What link previews are told of `/u/{username}`: what a visitor without a session sees. */
@Injectable()
export class ProfileHeads implements PageHeads {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly origins: OwnOriginsPipe,
  ) {}

  async headOf(request: FastifyRequest, path: string): Promise<PageHead | 'missing' | undefined> {
    const segment = PAGE.exec(path)?.[1];
    if (segment === undefined) return undefined;
    const username = usernameOf(segment);
    const profile = username === undefined ? undefined : await this.find(username);
    return profile ? this.describe(profile, this.origins.transform(request)[0] ?? '') : 'missing';
  }

  private async find(username: string): Promise<PublicProfile | undefined> {
    try {
      return await this.profiles.show(null, username);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private describe(profile: PublicProfile, origin: string): PageHead {
    const { username, displayName, profileImageUrl } = profile;
    const name = displayName === null ? `@${username}` : `${displayName} (@${username})`;
    return {
      title: `${name}, ${PRODUCT_NAME}`,
      description: descriptionOf(profile),
      url: `${origin}/u/${username}`,
      image: profileImageUrl === null ? null : `${origin}${profileImageUrl}`,
    };
  }
}
