import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { acknowledgeOutbox, OUTBOX_TOPICS } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { type RenderedAttachment, renderAttachment } from '../pictures/animations.js';
import { type DerivedPicture, PictureMutex, PictureObjects } from '../pictures/picture-objects.js';
import { toDerived } from '../pictures/renditions.js';
import { UnusablePicture } from '../pictures/unusable-picture.js';
import { AttachmentsRepository, type ReadyAttachment } from './attachments.repository.js';

/**
 * Makes the renditions of an attachment that is a picture by its first bytes. One that cannot be rendered becomes a file, which
 * readers download. The subject is the id of the attachment.
 */
@Injectable()
export class RenderAttachment implements JobHandler {
  readonly name = OUTBOX_TOPICS.renderAttachment;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: PictureMutex,
    private readonly objects: PictureObjects,
    private readonly repository: AttachmentsRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(id: string): Promise<void> {
    const ready = await this.mutex.runExclusive(() => this.makeReady(id));
    if (ready) this.live.publish('attachment:ready', ROOMS.user(ready.user_id), ready.view);
  }

  private async makeReady(id: string): Promise<ReadyAttachment | undefined> {
    const uploadPath = await this.repository.findUpload(id);
    if (uploadPath === undefined) {
      await acknowledgeOutbox(this.dataSource.manager, this.name, id);
      return undefined;
    }
    try {
      const picture = await this.objects.processUpload(uploadPath, renderAttachment);
      return await this.storeRenditions(id, uploadPath, picture);
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      return this.becomeFile(id);
    }
  }

  private async storeRenditions(
    id: string,
    uploadPath: string,
    picture: RenderedAttachment,
  ): Promise<ReadyAttachment | undefined> {
    const isAnimated = picture.animation !== undefined;
    return this.objects.useDerived(uploadPath, derivedOf(picture), async (manager, areStored) => {
      await acknowledgeOutbox(manager, this.name, id);
      return areStored ? this.repository.markRendered(manager, id, { ...picture, isAnimated }) : undefined;
    });
  }

  private async becomeFile(id: string): Promise<ReadyAttachment | undefined> {
    return this.dataSource.transaction(async (manager) => {
      await acknowledgeOutbox(manager, this.name, id);
      return this.repository.markFile(manager, id);
    });
  }
}

const derivedOf = ({ renditions, animation }: RenderedAttachment): DerivedPicture[] => [
  ...renditions.map(toDerived),
  ...(animation ? [{ ...toDerived(animation), isAnimated: true }] : []),
];
