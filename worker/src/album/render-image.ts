import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { adjustTagUsage, imageView, enqueueOutbox, OUTBOX_TOPICS, acknowledgeOutbox } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import {
  PictureMutex,
  PictureObjects,
  type RenderedPicture,
  renderPicture,
  toDerived,
  UnusablePicture,
} from '../shared/index.js';
import { ImagesRepository } from './images.repository.js';

/** Makes the renditions of a picture of an album. The subject is the id of the image. */
@Injectable()
export class RenderImage implements JobHandler {
  readonly name = OUTBOX_TOPICS.renderImage;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: PictureMutex,
    private readonly objects: PictureObjects,
    private readonly repository: ImagesRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(id: string): Promise<void> {
    await this.mutex.runExclusive(() => this.renderImage(id));
  }

  private async renderImage(id: string): Promise<void> {
    const uploadPath = await this.repository.findUpload(id);
    if (uploadPath === undefined) {
      await acknowledgeOutbox(this.dataSource.manager, this.name, id);
      return;
    }
    try {
      await this.storeRenditions(id, uploadPath, await this.objects.processUpload(uploadPath, renderPicture));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      await this.deleteImage(id, error);
    }
  }

  private async storeRenditions(id: string, uploadPath: string, picture: RenderedPicture): Promise<void> {
    const derived = picture.renditions.map(toDerived);
    const image = await this.objects.useDerived(uploadPath, derived, async (manager, areStored) => {
      await acknowledgeOutbox(manager, this.name, id);
      return areStored ? this.repository.markReady(manager, id, picture) : undefined;
    });
    if (image) this.live.publish('image:ready', ROOMS.user(image.user_id), imageView(image));
  }

  private async deleteImage(id: string, { code, phrase }: UnusablePicture): Promise<void> {
    const broken = await this.dataSource.transaction(async (manager) => {
      await acknowledgeOutbox(manager, this.name, id);
      const image = await this.repository.deleteBroken(manager, id);
      if (!image) return undefined;
      await this.objects.markDiscarded(manager, [image.imageUrl]);
      if (image.shownTags.length > 0) {
        await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: image.userId }]);
        await adjustTagUsage(
          manager,
          image.shownTags.map((tag) => [tag, -1]),
        );
      }
      return image;
    });
    if (!broken) return;
    const { userId, imageUrl: objectPath } = broken;
    this.live.publish('upload:failed', ROOMS.user(userId), { objectPath, code, ...phrase });
    await this.objects.removeFromStore([objectPath]);
  }
}
