import type { Metrics } from '@oniverse/platform';
import type { DatabaseStateRepository } from './database-state.repository.js';

/** Reports how many standbys follow PostgreSQL, how far the slowest one is behind, and what replication slots retain. */
export function measureReplication(
  metrics: Metrics,
  repository: Pick<DatabaseStateRepository, 'listStandbyGroups' | 'listSlotGroups'>,
): void {
  const gauge = <L extends string = never>(name: string, help: string, labels: readonly L[] = []) =>
    metrics.gauge(`oniverse_postgres_${name}`, `${help} All workers report the same value.`, labels);
  const standbys = gauge('standbys', 'Standbys and other receivers of the write-ahead log.', ['state']);
  const seconds = gauge('standby_lag_seconds', 'How long the slowest standby takes to replay a write.');
  const bytes = gauge('standby_lag_bytes', 'Write-ahead log that the slowest standby has not replayed.');
  metrics.collectOnScrape([standbys, seconds, bytes], async () => {
    const groups = await repository.listStandbyGroups();
    standbys.set({ state: 'streaming' }, 0);
    for (const { state, count } of groups) standbys.set({ state: state ?? 'unknown' }, count);
    // A role without pg_read_all_stats sees only how many there are, and 0 would look like no lag.
    if (groups.some(({ state }) => state === null)) return;
    seconds.set(Math.max(0, ...groups.map((group) => group.lag_seconds)));
    bytes.set(Math.max(0, ...groups.map((group) => group.lag_bytes)));
  });
  const retained = gauge(
    'slot_retained_bytes',
    'Write-ahead log that PostgreSQL retains for the replication slot that is furthest behind.',
    ['state'],
  );
  metrics.collectOnScrape([retained], async () => {
    for (const state of ['active', 'inactive']) retained.set({ state }, 0);
    for (const { state, retained_bytes } of await repository.listSlotGroups())
      retained.set({ state }, retained_bytes);
  });
}
