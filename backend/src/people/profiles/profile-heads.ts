import { Injectable } from '@nestjs/common';
import {
  memberFeedPath,
  memberPath,
  PRODUCT_NAME,
  type PublicProfile,
  USERNAME_PATTERN,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FoundHead, PageHead } from '@oniverse/platform/backend';
import { excerptOf, excerptOfText, feedLinks } from '../../writing/index.js';
import { ProfilesService } from './profiles.service.js';

const PROFILE_PATH = /^\/u\/([^/]+)\/?$/;

function descriptionOf({ bio, profileMarkdown, username }: PublicProfile): string {
  const text = bio === null ? excerptOf(profileMarkdown) : excerptOfText(bio);
  return text || `@${username} on ${PRODUCT_NAME}`;
}

function usernameOf(segment: string): string | undefined {
  try {
    const name = decodeURIComponent(segment).toLowerCase();
    return USERNAME_PATTERN.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The link previews of `/u/{username}`, as a visitor without a session sees the page. */
@Injectable()
export class ProfileHeads {
  constructor(private readonly profiles: ProfilesService) {}

  /**
   * @param origin the site's own
   * @returns `missing` if the member is not visible, the page's address for a former Oni ID, `undefined` for other pages
   */
  async headOf(path: string, origin: string): Promise<FoundHead | undefined> {
    const segment = PROFILE_PATH.exec(path)?.[1];
    if (segment === undefined) return undefined;
    const username = usernameOf(segment);
    const profile = username === undefined ? undefined : await this.findProfile(username);
    if (!profile) return 'missing';
    return profile.username === username
      ? this.buildHead(profile, origin)
      : { movedTo: memberPath(profile.username) };
  }

  private async findProfile(username: string): Promise<PublicProfile | undefined> {
    try {
      return await this.profiles.getPublicProfile(null, username);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private buildHead(profile: PublicProfile, origin: string): PageHead {
    const { username, displayName, profileImageUrl, profileLinks, hasFeed } = profile;
    const name = displayName === null ? `@${username}` : `${displayName} (@${username})`;
    return {
      type: 'profile',
      title: `${name}, ${PRODUCT_NAME}`,
      description: descriptionOf(profile),
      url: `${origin}${memberPath(username)}`,
      image: profileImageUrl === null ? null : `${origin}${profileImageUrl}`,
      links: [
        ...profileLinks.map((href) => ({ rel: 'me' as const, href })),
        ...(hasFeed ? feedLinks((format) => `${origin}${memberFeedPath(username, format)}`) : []),
      ],
    };
  }
}
