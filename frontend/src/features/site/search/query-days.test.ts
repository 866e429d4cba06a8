import { describe, expect, it } from '@jest/globals';
import { daysFor } from './query-days.js';

/** A Monday. */
const MONDAY = Date.parse('2026-11-30T10:00:00Z');
const SUNDAY = MONDAY - 86_400_000;

describe('daysFor', () => {
  it.each([
    ['on', 'today', 'on:2026-11-30'],
    ['on', 'yesterday', 'on:2026-11-29'],
    ['after', 'yesterday', 'after:2026-11-29'],
    ['before', 'today', 'before:2026-11-30'],
    ['before', 'lastWeek', 'before:2026-11-23'],
    ['after', 'lastWeek', 'after:2026-11-29'],
    ['on', 'lastWeek', 'after:2026-11-22 before:2026-11-30'],
  ] as const)('TLK-476 writes %s %s with days of UTC', (operator, name, text) => {
    expect(daysFor(operator, name, MONDAY)).toBe(text);
  });

  it('TLK-476 begins a week on Monday', () => {
    expect(daysFor('on', 'lastWeek', SUNDAY)).toBe('after:2026-11-15 before:2026-11-23');
  });
});
