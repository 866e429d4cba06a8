import { Inject, Injectable } from '@nestjs/common';
import { newObjectPath, storeKeyOf } from '@oniverse/data';
import { LOGGER, type Logger, ObjectStore } from '@oniverse/platform';
import { JobPostponed } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { PictureMutex, PictureObjects, UnusablePicture } from '../../shared/index.js';
import { type FoundPreview, LinkPreviewsRepository, type PreviewClaim } from './link-previews.repository.js';
import { type Deadline, PageFetcher, UnusableLink } from './page-fetcher.js';
import type { PageHead } from './page-head.js';
import { makeThumbnail, type Thumbnail } from './thumbnail.js';

/** A page that crashed this many workers is not tried again. */
const MAX_ATTEMPTS = 4;

interface FetchedPreview extends Omit<PageHead, 'picture'> {
  picture: Thumbnail | undefined;
}

/** Fetches previews into the cache. */
@Injectable()
export class LinkFetches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: LinkPreviewsRepository,
    private readonly fetcher: PageFetcher,
    private readonly mutex: PictureMutex,
    private readonly objects: PictureObjects,
    private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Fetches a page and caches what it says, or that it says nothing.
   * @throws JobPostponed while another fetch of the address, or from its host, runs
   */
  async fetchIntoCache(address: string): Promise<void> {
    const claim = await this.repository.claim(address);
    if (!claim) throw new JobPostponed('Another worker fetches the address.');
    try {
      // Another worker may have fetched it before the claim.
      if ((await this.repository.findCached([address])).has(address)) return;
      const fetched = claim.attempts > MAX_ATTEMPTS ? undefined : await this.fetch(address);
      await this.complete(claim, fetched);
    } finally {
      await this.repository.releaseClaim(claim);
    }
  }

  private async fetch(address: string): Promise<FetchedPreview | undefined> {
    const deadline = this.fetcher.startDeadline();
    try {
      const fetched = await this.fetcher.fetchLink(address, deadline);
      if (fetched.kind === 'picture') {
        const picture = await this.shrink(fetched.bytes);
        return picture && { site: undefined, title: undefined, description: undefined, picture };
      }
      const { picture: source, ...texts } = fetched.head;
      const picture =
        source === undefined ? undefined : await this.fetchPicture(source, fetched.url, deadline);
      const isEmpty = texts.title === undefined && texts.description === undefined && picture === undefined;
      return isEmpty ? undefined : { ...texts, picture };
    } catch (error) {
      if (!(error instanceof UnusableLink)) throw error;
      this.logger.debug({ reason: error.message }, 'A link without a preview');
      return undefined;
    }
  }

  private async fetchPicture(source: string, page: URL, deadline: Deadline): Promise<Thumbnail | undefined> {
    if (!URL.canParse(source, page.href)) return undefined;
    try {
      return await this.shrink(await this.fetcher.fetchPicture(new URL(source, page).href, deadline));
    } catch (error) {
      if (!(error instanceof UnusableLink)) throw error;
      return undefined;
    }
  }

  /** Returns undefined for a picture that cannot be decoded. */
  private async shrink(bytes: Buffer): Promise<Thumbnail | undefined> {
    try {
      return await this.mutex.runExclusive(() => makeThumbnail(bytes));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      return undefined;
    }
  }

  private async complete(claim: PreviewClaim, fetched: FetchedPreview | undefined): Promise<void> {
    const path = fetched?.picture && (await this.storePicture(fetched.picture));
    const found: FoundPreview | undefined = fetched && {
      ...fetched,
      picture: fetched.picture && path !== undefined ? { ...fetched.picture, path } : undefined,
    };
    const paths = path === undefined ? [] : [path];
    const isCompleted = await this.dataSource.transaction(async (manager) => {
      const isFirst = await this.repository.complete(manager, claim, found);
      if (isFirst) await this.objects.markUsed(manager, paths);
      else await this.objects.markDiscarded(manager, paths);
      return isFirst;
    });
    if (!isCompleted && path !== undefined) await this.objects.removeFromStore([path]);
  }

  /** Its row comes first, so that `purge-objects` finds the object if this worker ends. */
  private async storePicture(picture: Thumbnail): Promise<string> {
    const path = newObjectPath();
    await this.repository.insertPicture(path, picture);
    const { bytes, contentType } = picture;
    await this.store.put(storeKeyOf(path), chunksOf(bytes), { size: bytes.length, contentType });
    return path;
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
