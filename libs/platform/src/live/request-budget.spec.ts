import { describe, expect, it } from '@jest/globals';
import { LIVE_PACE } from './live-pace.js';
import { RequestBudget } from './request-budget.js';

describe('RequestBudget', () => {
  it('allows a burst, then a number of requests per second', () => {
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
