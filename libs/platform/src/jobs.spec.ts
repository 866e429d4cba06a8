import { describe, expect, it } from '@jest/globals';
import { handlersByName, JOB_NAMES, type JobHandler } from './jobs.js';

const handler = (name: JobHandler['name']): JobHandler => ({ name, run: async () => {} });

describe('which handler does which job', () => {
  it('takes exactly one handler a name', () => {
    expect([...handlersByName(JOB_NAMES.map(handler)).keys()]).toEqual([...JOB_NAMES]);
  });

  it('refuses two handlers of one name', () => {
    expect(() => handlersByName([...JOB_NAMES, ...JOB_NAMES].map(handler))).toThrow(/more than one handler/);
  });

  it('refuses a name without a handler', () => {
    expect(() => handlersByName([])).toThrow(/has no handler/);
  });
});
