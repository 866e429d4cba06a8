import { describe, expect, it } from '@jest/globals';
import { indexHandlers, type JobHandler } from './job-handler.js';
import { retryDelay } from './job-runner.js';

const handler = (name: string): JobHandler => ({ name, run: async () => {} });

describe('indexHandlers', () => {
  it('indexes one handler per name', () => {
    const byName = indexHandlers(['one', 'other', 'more'].map(handler), ['one', 'other']);
    expect([...byName.keys()]).toEqual(['one', 'other', 'more']);
  });

  it('rejects two handlers with the same name', () => {
    expect(() => indexHandlers(['one', 'other', 'one'].map(handler), [])).toThrow(/one has more than one/);
  });

  it('rejects a needed name without a handler', () => {
    expect(() => indexHandlers([handler('one')], ['one', 'other'])).toThrow(/other has no handler/);
  });
});

describe('retryDelay', () => {
  it('doubles with each attempt up to a minute, with jitter', () => {
    for (let attempt = 1; attempt <= 100; attempt += 1) {
      const usual = Math.min(1_000 * 2 ** (attempt - 1), 60_000);
      expect(retryDelay(attempt)).toBeGreaterThanOrEqual(usual * 0.75);
      expect(retryDelay(attempt)).toBeLessThanOrEqual(usual * 1.25);
    }
  });
});
