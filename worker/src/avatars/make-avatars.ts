import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { currentUserView, leaveInOutbox, OUTBOX_TOPICS, takeFromOutbox, type User } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { OneAtATime } from '../pictures/one-at-a-time.js';
import { PictureObjects } from '../pictures/picture-objects.js';
import { UnusablePicture } from '../pictures/unusable-picture.js';
import { AvatarsRepository } from './avatars.repository.js';
import { type Crop, crop } from './crop.js';

/** Makes the avatars that members want; the subject is the path of the upload. */
@Injectable()
export class MakeAvatars implements JobHandler {
  readonly name = OUTBOX_TOPICS.avatarWanted;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly turns: OneAtATime,
    private readonly objects: PictureObjects,
    private readonly repository: AvatarsRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(uploadPath: string): Promise<void> {
    await this.turns.run(() => this.make(uploadPath));
  }

  private async make(uploadPath: string): Promise<void> {
    const userId = await this.repository.findMember(uploadPath);
    if (userId === undefined) {
      await takeFromOutbox(this.dataSource.manager, this.name, uploadPath);
      return;
    }
    try {
      await this.finish(userId, uploadPath, await this.objects.attempt(uploadPath, crop));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      await this.giveUp(userId, uploadPath, error);
    }
  }

  private async finish(userId: string, uploadPath: string, avatar: Crop): Promise<void> {
    const paths = await this.objects.put(uploadPath, [{ ...avatar, width: null }]);
    const { user, discarded } = await this.dataSource.transaction(
      async (manager): Promise<{ user?: User; discarded: string[] }> => {
        const before = await this.repository.hold(manager, userId);
        const earlier = before ? await this.repository.takeEarlier(manager, userId, uploadPath) : [];
        const isWanted = await takeFromOutbox(manager, this.name, uploadPath);
        const [path] = paths;
        if (!before || !isWanted || path === undefined) {
          await this.objects.discard(manager, paths);
          return { discarded: paths };
        }
        await this.objects.keep(manager, paths);
        const unneeded = [
          uploadPath,
          ...earlier,
          ...(before.profileImageUrl === null ? [] : [before.profileImageUrl]),
        ];
        await this.objects.discard(manager, unneeded);
        await leaveInOutbox(manager, [{ topic: OUTBOX_TOPICS.memberShown, subject: userId }]);
        return { user: await this.repository.wear(manager, userId, path), discarded: unneeded };
      },
    );
    if (user) this.live.publish('avatar:ready', ROOMS.user(userId), currentUserView(user));
    await this.objects.remove(discarded);
  }

  private async giveUp(
    userId: string,
    uploadPath: string,
    { code, message }: UnusablePicture,
  ): Promise<void> {
    const isWanted = await this.dataSource.transaction(async (manager) => {
      await this.repository.hold(manager, userId);
      if (!(await takeFromOutbox(manager, this.name, uploadPath))) return false;
      await this.objects.discard(manager, [uploadPath]);
      return true;
    });
    if (!isWanted) return;
    this.live.publish('upload:failed', ROOMS.user(userId), { objectPath: uploadPath, code, message });
    await this.objects.remove([uploadPath]);
  }
}
