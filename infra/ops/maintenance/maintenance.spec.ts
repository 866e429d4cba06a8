import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MaintenancePeriod, StaffAuditEntry } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import { endMaintenance, showMaintenance, startMaintenance } from './maintenance.js';

const MINUTE_MS = 60_000;

describe('maintenance by operators', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  afterEach(async () => {
    await stack.dataSource.getRepository(MaintenancePeriod).clear();
  });

  it('OPS-050 starts for some minutes, and ends, which the audit log has', async () => {
    const { dataSource } = stack;
    expect(await showMaintenance(dataSource)).toEqual({ state: 'none' });
    const { startsAt, endsAt } = await startMaintenance(dataSource, { minutes: '20', text: ' Upgrade. ' });
    expect(Date.parse(endsAt ?? '') - Date.parse(startsAt)).toBeCloseTo(20 * MINUTE_MS, -3);
    expect(await showMaintenance(dataSource)).toEqual({
      state: 'running',
      startsAt,
      endsAt,
      text: 'Upgrade.',
    });
    await endMaintenance(dataSource);
    expect(await showMaintenance(dataSource)).toEqual({ state: 'none' });
    await expect(endMaintenance(dataSource)).rejects.toThrow('No maintenance runs or is planned.');
    const entries = await dataSource.getRepository(StaffAuditEntry).find({ order: { id: 'ASC' } });
    expect(entries.map(({ kind, isByOperators }) => [kind, isByOperators])).toEqual([
      ['maintenance_set', true],
      ['maintenance_ended', true],
    ]);
  });

  it('OPS-050 is planned with its times, without an end stays until somebody ends it, and refuses other times', async () => {
    const { dataSource } = stack;
    const from = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    const planned = await startMaintenance(dataSource, { from, minutes: '5' });
    expect(Date.parse(planned.endsAt ?? '') - Date.parse(planned.startsAt)).toBe(5 * MINUTE_MS);
    expect(await showMaintenance(dataSource)).toMatchObject({ state: 'planned', startsAt: from, text: null });
    expect(await startMaintenance(dataSource, {})).toMatchObject({ endsAt: null });
    expect(await showMaintenance(dataSource)).toMatchObject({ state: 'running', endsAt: null });
    for (const [given, message] of [
      [{ minutes: '5', until: from }, 'not both'],
      [{ minutes: '0' }, 'whole number'],
      [{ until: 'tomorrow' }, 'Give times as'],
      [{ until: '2020-01-01T00:00Z' }, 'not over yet'],
      [{ from }, 'has started'],
      [{ text: 'x'.repeat(161) }, 'up to 160'],
    ] as const) {
      await expect(startMaintenance(dataSource, given)).rejects.toThrow(message);
    }
  });
});
