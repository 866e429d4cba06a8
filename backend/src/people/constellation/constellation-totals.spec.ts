import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { TotalsCounter } from './constellation-totals.js';
import { ConstellationRepository } from './constellation.repository.js';

class StubRepository extends ConstellationRepository {
  queryCount = 0;
  result: Promise<{ nodes: number; links: number }> = Promise.resolve({ nodes: 1, links: 0 });

  override totals(): Promise<{ nodes: number; links: number }> {
    this.queryCount += 1;
    return this.result;
  }
}

describe('TotalsCounter', () => {
  let repository: StubRepository;
  let counter: TotalsCounter;

  beforeEach(() => {
    jest.useFakeTimers();
    repository = new StubRepository(new DataSource({ type: 'postgres' }));
    counter = new TotalsCounter(repository, createLogger('test', 'silent'));
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('CON-013 counts once for all requests within a minute', async () => {
    const requests = Array.from({ length: 20 }, () => counter.getTotals());
    expect(new Set(await Promise.all(requests))).toEqual(new Set([{ nodes: 1, links: 0 }]));
    jest.advanceTimersByTime(59_000);
    await counter.getTotals();
    expect(repository.queryCount).toBe(1);
  });

  it('CON-013 answers with the previous totals during a recount', async () => {
    await counter.getTotals();
    jest.advanceTimersByTime(60_000);
    let finish: (totals: { nodes: number; links: number }) => void = () => undefined;
    repository.result = new Promise((resolve) => {
      finish = resolve;
    });
    expect(await counter.getTotals()).toEqual({ nodes: 1, links: 0 });
    expect(await counter.getTotals()).toEqual({ nodes: 1, links: 0 });
    finish({ nodes: 2, links: 1 });
    await jest.advanceTimersByTimeAsync(0);
    expect(await counter.getTotals()).toEqual({ nodes: 2, links: 1 });
    expect(repository.queryCount).toBe(2);
  });

  it('CON-013 retains the previous totals when a recount fails', async () => {
    await counter.getTotals();
    jest.advanceTimersByTime(60_000);
    repository.result = Promise.reject(new Error('database unavailable'));
    expect(await counter.getTotals()).toEqual({ nodes: 1, links: 0 });
    await jest.advanceTimersByTimeAsync(0);
    expect(await counter.getTotals()).toEqual({ nodes: 1, links: 0 });
    expect(repository.queryCount).toBe(2);
  });
});
