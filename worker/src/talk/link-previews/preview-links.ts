import { Injectable } from '@nestjs/common';
import { acknowledgeOutbox, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { LinkPreviewsService } from './link-previews.service.js';

/** Fetches the previews of the links in a message. The subject is the id of the message. */
@Injectable()
export class PreviewLinks implements JobHandler {
  readonly name = OUTBOX_TOPICS.previewLinks;
  readonly isFetch = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly previews: LinkPreviewsService,
  ) {}

  async run(messageId: string): Promise<void> {
    const isPending = await this.dataSource
      .getRepository(OutboxRow)
      .existsBy({ topic: this.name, subject: messageId });
    if (!isPending) return;
    await this.previews.update(messageId, (manager) => acknowledgeOutbox(manager, this.name, messageId));
  }
}
