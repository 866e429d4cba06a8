import { Injectable } from '@nestjs/common';
import { RENDITIONS, ROOMS } from '@oniverse/contracts';
import { countTagUses, imageView, leaveInOutbox, OUTBOX_TOPICS, takeFromOutbox } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { OneAtATime } from '../pictures/one-at-a-time.js';
import { PictureObjects } from '../pictures/picture-objects.js';
import { render, type RenderedPicture } from '../pictures/renditions.js';
import { UnusablePicture } from '../pictures/unusable-picture.js';
import { ImagesRepository } from './images.repository.js';

/** Makes what others see of a picture that was put into an album; the subject is the picture's id. */
@Injectable()
export class RenderImages implements JobHandler {
  readonly name = OUTBOX_TOPICS.imageCreated;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: OneAtATime,
    private readonly objects: PictureObjects,
    private readonly repository: ImagesRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(id: string): Promise<void> {
    await this.turns.run(() => this.render(id));
  }

  private async render(id: string): Promise<void> {
    const uploadPath = await this.repository.findUpload(id);
    if (uploadPath === undefined) {
      await takeFromOutbox(this.dataSource.manager, this.name, id);
      return;
    }
    try {
      await this.finish(id, uploadPath, await this.objects.attempt(uploadPath, render));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      await this.giveUp(id, error);
    }
  }

  private async finish(id: string, uploadPath: string, picture: RenderedPicture): Promise<void> {
    const paths = await this.objects.put(
      uploadPath,
      picture.renditions.map(({ bytes, width }) => ({ bytes, width, contentType: RENDITIONS.type })),
    );
    const image = await this.dataSource.transaction(async (manager) => {
      await takeFromOutbox(manager, this.name, id);
      const ready = paths.length > 0 ? await this.repository.makeReady(manager, id, picture) : undefined;
      await (ready ? this.objects.keep(manager, paths) : this.objects.discard(manager, paths));
      return ready;
    });
    if (image) this.live.publish('image:ready', ROOMS.user(image.user_id), imageView(image));
    else await this.objects.remove(paths);
  }

  private async giveUp(id: string, { code, message }: UnusablePicture): Promise<void> {
    const broken = await this.dataSource.transaction(async (manager) => {
      await takeFromOutbox(manager, this.name, id);
      const image = await this.repository.deleteBroken(manager, id);
      if (!image) return undefined;
      await this.objects.discard(manager, [image.imageUrl]);
      if (image.shownTags.length > 0) {
        await leaveInOutbox(manager, [{ topic: OUTBOX_TOPICS.memberTags, subject: image.userId }]);
        await countTagUses(
          manager,
          image.shownTags.map((tag) => [tag, -1]),
        );
      }
      return image;
    });
    if (!broken) return;
    const { userId, imageUrl: objectPath } = broken;
    this.live.publish('upload:failed', ROOMS.user(userId), { objectPath, code, message });
    await this.objects.remove([objectPath]);
  }
}
