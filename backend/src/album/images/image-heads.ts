import { Injectable } from '@nestjs/common';
import { isUuid, picturePath, type PicturePage, PRODUCT_NAME } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { FoundHead, PageHead } from '@oniverse/platform/backend';
import { ImagesService } from './images.service.js';

const PICTURE_PATH = /^\/u\/([^/]+)\/p\/([^/]+)\/?$/;

/** The link previews of `/u/{username}/p/{picture}`, as a visitor without a session sees the page. */
@Injectable()
export class ImageHeads {
  constructor(private readonly images: ImagesService) {}

  /**
   * @param origin the site's own
   * @returns `missing` if visitors cannot see the picture, its address if that has another Oni ID, `undefined` for other
   * pages
   */
  async headOf(path: string, origin: string): Promise<FoundHead | undefined> {
    const [, name, id] = PICTURE_PATH.exec(path) ?? [];
    if (name === undefined || id === undefined) return undefined;
    const page = isUuid(id) ? await this.findPage(id) : undefined;
    if (!page) return 'missing';
    const { username } = page.author;
    return name.toLowerCase() === username ? buildHead(page, origin) : { movedTo: picturePath(username, id) };
  }

  private async findPage(id: string): Promise<PicturePage | undefined> {
    try {
      return await this.images.getPage(null, id, {});
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

function buildHead({ image, author: { username, displayName } }: PicturePage, origin: string): PageHead {
  return {
    type: 'article',
    title: `${image.title ?? 'A picture'}, by ${displayName ?? `@${username}`}, ${PRODUCT_NAME}`,
    description: image.description || `A picture by @${username} on ${PRODUCT_NAME}`,
    url: `${origin}${picturePath(username, image.id)}`,
    image: `${origin}${image.imageUrl}`,
  };
}
