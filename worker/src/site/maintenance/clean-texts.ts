import { Inject, Injectable } from '@nestjs/common';
import {
  acknowledgeOutbox,
  cleanTexts,
  enqueueOutbox,
  formatCleaningPosition,
  OUTBOX_TOPICS,
  parseCleaningPosition,
} from '@oniverse/data';
import { LOGGER, type Logger } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const BATCH = 500;

/**
 * Leaves characters that XML cannot carry out of stored texts, and puts names on one line. Each job cleans one batch and
 * replaces the outbox row, which is the position of the cleaning, in one transaction.
 */
@Injectable()
export class CleanTexts implements JobHandler {
  readonly name = OUTBOX_TOPICS.cleanTexts;
  readonly isBulk = true;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(subject: string): Promise<void> {
    const position = parseCleaningPosition(subject);
    const cleaned = await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, subject))) return 0;
      const batch = await cleanTexts(manager, position, BATCH);
      if (batch.next) {
        await enqueueOutbox(manager, [{ topic: this.name, subject: formatCleaningPosition(batch.next) }]);
      }
      return batch.cleaned;
    });
    if (cleaned > 0) this.logger.info({ ...position, cleaned }, 'Cleaned texts');
  }
}
