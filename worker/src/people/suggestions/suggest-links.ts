import { Injectable } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { acknowledgeOutboxPrepared, OUTBOX_TOPICS } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { SuggestionsRepository } from './suggestions.repository.js';

/** Computes the suggestions of a member whose tags, kept tags or dimensions changed. */
@Injectable()
export class SuggestLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.suggestLinks;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SuggestionsRepository,
    private readonly live: LivePublisher,
  ) {}

  async run(userId: string): Promise<void> {
    const isDone = await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutboxPrepared(manager, this.name, userId))) return false;
      await this.repository.replace(manager, userId);
      return true;
    });
    if (isDone) this.live.publish('links:changed', ROOMS.user(userId), {});
  }
}
