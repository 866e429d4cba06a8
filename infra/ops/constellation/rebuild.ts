import { setTimeout as sleep } from 'node:timers/promises';
import {
  enqueueOutbox,
  formatRebuildPosition,
  lockConstellation,
  OUTBOX_TOPICS,
  OutboxRow,
  parseRebuildPosition,
  REBUILD_PHASES,
  type RebuildPhase,
  startOf,
} from '@oniverse/data';
import type { DataSource } from 'typeorm';

export interface RebuildProgress {
  phase: RebuildPhase;
  /** Members that the phase has finished. */
  done: number;
  members: number;
}

const topic = OUTBOX_TOPICS.rebuildConstellation;

/**
 * Has the workers rebuild the constellation and waits for the end. Joins a running rebuild. The rebuild continues if this
 * process ends.
 * @param report called once per interval
 */
export async function rebuildConstellation(
  dataSource: DataSource,
  report: (progress: RebuildProgress) => void,
  intervalMs: number,
): Promise<void> {
  const [first] = REBUILD_PHASES;
  await dataSource.transaction(async (manager) => {
    // Excludes a second command.
    await lockConstellation(manager);
    if (await manager.getRepository(OutboxRow).existsBy({ topic })) return;
    await enqueueOutbox(manager, [{ topic, subject: formatRebuildPosition(startOf(first)) }]);
  });
  for (;;) {
    const row = await dataSource.getRepository(OutboxRow).findOneBy({ topic });
    if (!row) return;
    const { phase, after } = parseRebuildPosition(row.subject);
    const [counts]: { done: number; members: number }[] = await dataSource.query(
      'SELECT count(*) FILTER (WHERE id <= $1)::integer AS done, count(*)::integer AS members FROM users',
      [after],
    );
    if (counts) report({ phase, ...counts });
    await sleep(intervalMs);
  }
}
