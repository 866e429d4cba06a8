import { describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@oniverse/platform';
import type { StandbyGroup } from './database-state.repository.js';
import { measureReplication } from './replication-metrics.js';

describe('measureReplication', () => {
  const samplesOf = async (
    listStandbyGroups: () => Promise<StandbyGroup[]>,
    retained_bytes?: number,
  ): Promise<string[]> => {
    const metrics = new Metrics(createLogger('test', 'silent'));
    const listSlotGroups = async () =>
      retained_bytes === undefined ? [] : [{ state: 'inactive' as const, retained_bytes }];
    measureReplication(metrics, { listStandbyGroups, listSlotGroups });
    const text = await metrics.text();
    return text.split('\n').filter((line) => /^oniverse_postgres_(?:standby|slot)/.test(line));
  };
  const slots = ['active', 'inactive'].map(
    (state) => `oniverse_postgres_slot_retained_bytes{state="${state}"} 0`,
  );
  const none = { lag_seconds: 0, lag_bytes: 0 };

  it('OPS-162 counts standbys by state, and shows the lag of the slowest one', async () => {
    expect(await samplesOf(async () => [])).toEqual([
      'oniverse_postgres_standbys{state="streaming"} 0',
      'oniverse_postgres_standby_lag_seconds 0',
      'oniverse_postgres_standby_lag_bytes 0',
      ...slots,
    ]);
    expect(
      await samplesOf(
        async () => [
          { state: 'streaming', count: 2, lag_seconds: 0.5, lag_bytes: 100 },
          { state: 'catchup', count: 1, lag_seconds: 0, lag_bytes: 9e9 },
          { state: 'backup', count: 1, ...none },
        ],
        5e9,
      ),
    ).toEqual([
      'oniverse_postgres_standbys{state="streaming"} 2',
      'oniverse_postgres_standbys{state="catchup"} 1',
      'oniverse_postgres_standbys{state="backup"} 1',
      'oniverse_postgres_standby_lag_seconds 0.5',
      'oniverse_postgres_standby_lag_bytes 9000000000',
      'oniverse_postgres_slot_retained_bytes{state="active"} 0',
      'oniverse_postgres_slot_retained_bytes{state="inactive"} 5000000000',
    ]);
  });

  it('OPS-163 shows no lag that is hidden from the role, and nothing that cannot be read', async () => {
    expect(await samplesOf(async () => [{ state: null, count: 2, ...none }])).toEqual([
      'oniverse_postgres_standbys{state="streaming"} 0',
      'oniverse_postgres_standbys{state="unknown"} 2',
      ...slots,
    ]);
    const fail = async () => Promise.reject(new Error('recovery is in progress'));
    expect(await samplesOf(fail)).toEqual(slots);
  });
});
