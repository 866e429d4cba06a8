import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { acknowledgeOutbox, MESSAGE_REVISED_TOPIC, OUTBOX_TOPICS } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { type ChangedText, type MovedWave, RemovedTextsRepository } from './removed-texts.repository.js';

const BATCH = 200;

/**
 * Removes what the accounts of a wave of spam wrote, or returns it. The subject is the id of the wave. Each text is a
 * transaction of its own, so that nobody waits for a channel; a job that was interrupted goes on where it stopped.
 */
@Injectable()
export class MoveWave implements JobHandler {
  readonly name = OUTBOX_TOPICS.moveWave;
  readonly isHeavy = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: RemovedTextsRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(waveId: string): Promise<void> {
    let isDone = false;
    while (!isDone) {
      const wave = await this.texts.findWave(waveId);
      if (wave) await this.moveAll(wave);
      isDone = await this.dataSource.transaction(async (manager) => {
        if (wave && !(await this.texts.finish(manager, wave))) return false;
        await acknowledgeOutbox(manager, this.name, waveId);
        return true;
      });
    }
  }

  /** Stops when the decision about the wave changes. */
  private async moveAll(wave: MovedWave): Promise<void> {
    for (;;) {
      const isRemoval = wave.state === 'removing';
      const batch = isRemoval
        ? await this.texts.listToRemove(wave, BATCH)
        : await this.texts.listToReturn(wave, BATCH);
      for (const text of batch) {
        const changed = isRemoval ? await this.texts.remove(wave, text) : await this.texts.return(wave, text);
        if (changed) this.publish(changed);
      }
      if (batch.length === 0 || (await this.texts.findWave(wave.id))?.state !== wave.state) return;
    }
  }

  private publish(changed: ChangedText): void {
    if (changed.kind === 'reply') {
      // Pages fetch what their readers may see.
      this.live.publish('post:changed', ROOMS.post(changed.postId), { postId: changed.postId, withinMs: 0 });
      return;
    }
    const { channelId, rev, audience } = changed;
    this.live.publishHint(MESSAGE_REVISED_TOPIC, { channelId, rev });
    if (audience.length === 0) return;
    this.live.publish('conversation:changed', audience.map(ROOMS.user), { id: channelId, last: null });
  }
}
