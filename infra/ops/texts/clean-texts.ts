import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CleaningPosition,
  CLEANING_START,
  enqueueOutbox,
  formatCleaningPosition,
  OUTBOX_TOPICS,
  OutboxRow,
  parseCleaningPosition,
} from '@oniverse/data';
import type { DataSource } from 'typeorm';

export interface CleaningProgress {
  table: CleaningPosition['table'];
  /** Rows of the table that are clean. */
  done: number;
  rows: number;
}

const topic = OUTBOX_TOPICS.cleanTexts;

/**
 * Has the workers leave characters that feeds cannot carry out of all texts, and waits for the end. Joins a running
 * cleaning, which continues if this process ends.
 * @param report called once per interval
 */
export async function cleanAllTexts(
  dataSource: DataSource,
  report: (progress: CleaningProgress) => void,
  intervalMs: number,
): Promise<void> {
  if (!(await dataSource.getRepository(OutboxRow).existsBy({ topic }))) {
    await enqueueOutbox(dataSource.manager, [{ topic, subject: formatCleaningPosition(CLEANING_START) }]);
  }
  for (;;) {
    const row = await dataSource.getRepository(OutboxRow).findOneBy({ topic });
    if (!row) return;
    const { table, after } = parseCleaningPosition(row.subject);
    const [counts]: { done: number; rows: number }[] = await dataSource.query(
      `SELECT count(*) FILTER (WHERE id <= $1)::integer AS done, count(*)::integer AS rows FROM ${table}`,
      [after],
    );
    if (counts) report({ table, ...counts });
    await sleep(intervalMs);
  }
}
