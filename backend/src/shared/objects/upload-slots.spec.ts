import { describe, expect, it } from '@jest/globals';
import { UploadSlots } from './upload-slots.js';

describe('UploadSlots', () => {
  const createSlots = () =>
    new UploadSlots({ perMember: { uploads: 2, bytes: 100 }, total: { uploads: 3, bytes: 200 } });
  const limited = expect.objectContaining({ code: 'rate_limited' });
  const unavailable = expect.objectContaining({ code: 'unavailable' });

  it('limits the concurrent uploads of a member, and frees a slot when one ends', () => {
    const slots = createSlots();
    const release = slots.acquire('a', 1);
    slots.acquire('a', 1);
    expect(() => slots.acquire('a', 1)).toThrow(limited);
    release();
    slots.acquire('a', 1);
    expect(() => slots.acquire('a', 1)).toThrow(limited);
  });

  it('limits the concurrent bytes of a member', () => {
    const slots = createSlots();
    slots.acquire('a', 60);
    expect(() => slots.acquire('a', 41)).toThrow(limited);
    slots.acquire('a', 40);
  });

  it('limits the concurrent uploads and bytes of all members together', () => {
    const byCount = createSlots();
    for (const member of ['a', 'b', 'c']) byCount.acquire(member, 1);
    expect(() => byCount.acquire('d', 1)).toThrow(unavailable);
    const byBytes = createSlots();
    const release = byBytes.acquire('a', 100);
    byBytes.acquire('b', 100);
    expect(() => byBytes.acquire('c', 1)).toThrow(unavailable);
    release();
    byBytes.acquire('c', 100);
  });
});
