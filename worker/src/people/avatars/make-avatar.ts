import { Injectable } from '@nestjs/common';
import { currentUserSchema, ROOMS, viewOf } from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS, acknowledgeOutbox, type User } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { PictureMutex, PictureObjects, UnusablePicture } from '../../shared/index.js';
import { AvatarsRepository } from './avatars.repository.js';
import { type CroppedAvatar, cropAvatar } from './crop.js';

/** Makes an avatar from an upload. The subject is the path of the upload. */
@Injectable()
export class MakeAvatar implements JobHandler {
  readonly name = OUTBOX_TOPICS.makeAvatar;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: PictureMutex,
    private readonly objects: PictureObjects,
    private readonly repository: AvatarsRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(uploadPath: string): Promise<void> {
    await this.mutex.runExclusive(() => this.makeAvatar(uploadPath));
  }

  private async makeAvatar(uploadPath: string): Promise<void> {
    const userId = await this.repository.findOwner(uploadPath);
    if (userId === undefined) {
      await acknowledgeOutbox(this.dataSource.manager, this.name, uploadPath);
      return;
    }
    try {
      await this.storeAvatar(userId, uploadPath, await this.objects.processUpload(uploadPath, cropAvatar));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      await this.rejectUpload(userId, uploadPath, error);
    }
  }

  private async storeAvatar(userId: string, uploadPath: string, avatar: CroppedAvatar): Promise<void> {
    const paths = await this.objects.storeDerived(uploadPath, [{ ...avatar, width: null }]);
    const { user, discarded } = await this.dataSource.transaction(
      async (manager): Promise<{ user?: User; discarded: string[] }> => {
        const member = await this.repository.lockMember(manager, userId);
        const earlier = member ? await this.repository.acknowledgeEarlier(manager, userId, uploadPath) : [];
        const isPending = await acknowledgeOutbox(manager, this.name, uploadPath);
        const [path] = paths;
        if (!member || !isPending || path === undefined) {
          await this.objects.markDiscarded(manager, paths);
          return { discarded: paths };
        }
        await this.objects.markUsed(manager, paths);
        const uploads = [uploadPath, ...earlier];
        const replaced = member.profileImageUrl === null ? [] : [member.profileImageUrl];
        await this.objects.markSpent(manager, uploads);
        await this.objects.markDiscarded(manager, replaced);
        await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.announceMember, subject: userId }]);
        return {
          user: await this.repository.setAvatar(manager, userId, path),
          discarded: [...uploads, ...replaced],
        };
      },
    );
    if (user) this.live.publish('avatar:ready', ROOMS.user(userId), viewOf(currentUserSchema, user));
    await this.objects.removeFromStore(discarded);
  }

  private async rejectUpload(
    userId: string,
    uploadPath: string,
    { code, phrase }: UnusablePicture,
  ): Promise<void> {
    const isPending = await this.dataSource.transaction(async (manager) => {
      await this.repository.lockMember(manager, userId);
      if (!(await acknowledgeOutbox(manager, this.name, uploadPath))) return false;
      await this.objects.markSpent(manager, [uploadPath]);
      return true;
    });
    if (!isPending) return;
    this.live.publish('upload:failed', ROOMS.user(userId), { objectPath: uploadPath, code, ...phrase });
    await this.objects.removeFromStore([uploadPath]);
  }
}
