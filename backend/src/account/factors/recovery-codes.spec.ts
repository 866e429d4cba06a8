import { describe, expect, it } from '@jest/globals';
import { newRecoveryCodes, normaliseRecoveryCode } from './recovery-codes.js';

describe('recovery codes', () => {
  it('ACC-032 are ten, each its own, without letters and digits that look alike', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes);
    for (const set of codes) expect(set).toHaveLength(10);
    const all = codes.flat();
    expect(new Set(all).size).toBe(1000);
    for (const code of all) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    const used = new Set(all.join('').replaceAll('-', ''));
    expect([...used].toSorted((one, other) => one.localeCompare(other)).join('')).toBe(
      '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
    );
  });

  it.each(['7KQM-2F9X', '7kqm-2f9x', '7kqm2f9x', '7KQM 2F9X', '7KQM2F9X'])(
    'ACC-032 are read as they were issued: %j',
    (typed) => {
      expect(normaliseRecoveryCode(typed)).toBe('7KQM-2F9X');
    },
  );
});
