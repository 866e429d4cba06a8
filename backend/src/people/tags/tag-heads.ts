import { Injectable } from '@nestjs/common';
import { normaliseTag, PRODUCT_NAME, tagFeedPath, tagPath } from '@oniverse/contracts';
import type { FoundHead } from '@oniverse/platform/backend';
import { feedLinks } from '../../writing/index.js';
import { TagPagesService } from './tag-pages.service.js';

const TAG_PATH = /^\/t\/([^/]+)\/?$/;

function nameOf(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The link previews of `/t/{tag}`, as a visitor without a session sees the page. */
@Injectable()
export class TagHeads {
  constructor(private readonly pages: TagPagesService) {}

  /**
   * @param origin the site's own
   * @returns `missing` for an invalid tag, the address of the tag as stored for one in another form or an old one that was
   * cut off, `undefined` for other pages
   */
  async headOf(path: string, origin: string): Promise<FoundHead | undefined> {
    const segment = TAG_PATH.exec(path)?.[1];
    if (segment === undefined) return undefined;
    const name = nameOf(segment);
    const tag = name === undefined ? undefined : normaliseTag(name);
    if (tag === undefined) return 'missing';
    const current = tag === name ? await this.pages.findContinued(tag) : tag;
    if (current !== undefined) return { movedTo: tagPath(current) };
    const { together, pictures } = await this.pages.show(null, tag);
    const others = together.slice(0, 3).map((name) => `#${name}`);
    const image = pictures[0]?.image.imageUrl;
    return {
      type: 'website',
      title: `#${tag}, ${PRODUCT_NAME}`,
      description: `Members, posts and pictures with #${tag}${others.length > 0 ? `, often together with ${others.join(' ')}` : ''}.`,
      url: `${origin}${tagPath(tag)}`,
      image: image === undefined ? null : `${origin}${image}`,
      links: feedLinks((format) => `${origin}${tagFeedPath(tag, format)}`),
    };
  }
}
