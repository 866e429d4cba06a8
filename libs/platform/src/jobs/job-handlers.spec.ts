import { describe, expect, it } from '@jest/globals';
import { handlersByName, type JobHandler } from './job-handler.js';
import { retryDelay } from './retry-delay.js';

const handler = (name: string): JobHandler => ({ name, run: async () => {} });

describe('which handler does which job', () => {
  it('takes exactly one handler a name', () => {
    const byName = handlersByName(['one', 'other', 'more'].map(handler), ['one', 'other']);
    expect([...byName.keys()]).toEqual(['one', 'other', 'more']);
  });

  it('refuses two handlers of one name', () => {
    expect(() => handlersByName(['one', 'other', 'one'].map(handler), [])).toThrow(/one has more than one/);
  });

  it('refuses a name without a handler', () => {
    expect(() => handlersByName([handler('one')], ['one', 'other'])).toThrow(/other has no handler/);
  });
});

describe('when a job is tried again', () => {
  it('waits longer each time, and never much longer than a minute', () => {
    for (let attempt = 1; attempt <= 100; attempt += 1) {
      const usual = Math.min(1_000 * 2 ** (attempt - 1), 60_000);
      expect(retryDelay(attempt)).toBeGreaterThanOrEqual(usual * 0.75);
      expect(retryDelay(attempt)).toBeLessThanOrEqual(usual * 1.25);
    }
  });
});
