import { Injectable } from '@nestjs/common';
import { ROOMS, type TrackRefusal } from '@oniverse/contracts';
import { acknowledgeOutbox, keepRadioPosition, lockRadio, OUTBOX_TOPICS } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { PictureMutex, PictureObjects, rejectUnusable, UnusablePicture } from '../../shared/index.js';
import { RadioTracksRepository, type UnreadTrack } from './radio-tracks.repository.js';
import { readSound, type SoundFacts } from './sound-facts.js';

/**
 * Reads the duration and the title of a file that was added to a radio, which then plays it. One that it cannot play stays with the
 * reason. The subject is the id of the track.
 */
@Injectable()
export class ReadTrack implements JobHandler {
  readonly name = OUTBOX_TOPICS.readTrack;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: PictureMutex,
    private readonly objects: PictureObjects,
    private readonly repository: RadioTracksRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(id: string): Promise<void> {
    const track = await this.repository.findUnread(id);
    if (!track) {
      await acknowledgeOutbox(this.dataSource.manager, this.name, id);
      return;
    }
    const { channelId, userId } = track;
    const found = await this.mutex.runExclusive(() => this.read(track));
    const plays = await this.dataSource.transaction(async (manager) => {
      await acknowledgeOutbox(manager, this.name, id);
      if (typeof found === 'string') {
        await this.repository.markRefused(manager, id, found);
        return false;
      }
      const radio = await lockRadio(manager, channelId);
      if (radio) await keepRadioPosition(manager, radio);
      return this.repository.markRead(manager, id, found);
    });
    this.live.publish(
      'radio:changed',
      plays ? [ROOMS.channel(channelId), ROOMS.user(userId)] : ROOMS.user(userId),
      {
        channelId,
      },
    );
  }

  private async read({ path, contentType }: UnreadTrack): Promise<SoundFacts | TrackRefusal> {
    try {
      return await this.objects.processUpload(path, (bytes) =>
        rejectUnusable(() => readSound(bytes, contentType)),
      );
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      return 'unreadable';
    }
  }
}
