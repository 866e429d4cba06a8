import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_MESSAGES } from '../account/account-messages.js';
import { MESSAGES, QUOTA_MESSAGES } from './problems.js';
import { RULE_MESSAGES } from './rule-messages.js';
import { SAFETY_MESSAGES } from '../safety/safety-messages.js';
import { THREAD_MESSAGES } from '../talk/thread-messages.js';

const ANY_PARAMS = { min: 1, max: 1_000, minutes: 2, bytes: 1_048_576, quota: 1_000 };
const entries = [
  ACCOUNT_MESSAGES,
  MESSAGES,
  QUOTA_MESSAGES,
  RULE_MESSAGES,
  SAFETY_MESSAGES,
  THREAD_MESSAGES,
].flatMap((table) => Object.values(table));
const all = entries.map((entry) => (typeof entry === 'function' ? entry(ANY_PARAMS) : entry));

describe('the reasons', () => {
  it('are unique across the tables', () => {
    const reasons = all.map(({ reason }) => reason);
    expect(reasons.filter((reason, at) => reasons.indexOf(reason) !== at)).toEqual([]);
  });

  it('have an English sentence with all parameters', () => {
    for (const { message } of all) expect(message).not.toMatch(/^$|undefined|NaN/);
  });

  it('come with the parameters of their sentence', () => {
    expect(QUOTA_MESSAGES.boards({ quota: 1_200 })).toEqual({
      reason: 'quota.boards',
      params: { quota: 1_200 },
      message: 'You can have up to 1,200 boards. Delete one to make room.',
    });
    expect(MESSAGES.notFound).toEqual({ reason: 'notFound', message: 'Not found.' });
  });
});
