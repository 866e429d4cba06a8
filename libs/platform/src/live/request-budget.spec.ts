import { describe, expect, it } from '@jest/globals';
import { LIVE_PACE } from '@oniverse/contracts';
import { RequestBudget } from './request-budget.js';

describe('what one socket may ask', () => {
  it('is a burst, then so many a second', () => {
    let now = 0;
    const budget = new RequestBudget(() => now);
    for (let spent = 0; spent < LIVE_PACE.requestBurst; spent += 1) budget.spend();
    expect(() => budget.spend()).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    now += 1_000;
    for (let spent = 0; spent < LIVE_PACE.requestsPerSecond; spent += 1) budget.spend();
    expect(() => budget.spend()).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    now += 3_600_000;
    for (let spent = 0; spent < LIVE_PACE.requestBurst; spent += 1) budget.spend();
    expect(() => budget.spend()).toThrow(expect.objectContaining({ details: { retryAfter: 1 } }));
  });
});
