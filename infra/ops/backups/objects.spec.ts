import { describe, expect, it } from '@jest/globals';
import { ATTACHMENT } from '@oniverse/contracts';
import { forEachObject } from './objects.js';

const MIB = 1_024 ** 2;

describe('forEachObject', () => {
  it('TLK-306 passes each object once, and has at most 64 MB of them in memory', async () => {
    const sizes = [ATTACHMENT.maxBytes, 10_000, 8 * MIB, ATTACHMENT.maxBytes, 10_000_000];
    const objects = Array.from({ length: 60 }, (_, n) => ({
      key: `objects/${n}`,
      size: sizes[n % sizes.length] ?? 0,
      sha256: '',
    }));
    const passed: string[] = [];
    let current = 0;
    let most = 0;
    await forEachObject(objects, async ({ key, size }) => {
      current += size;
      most = Math.max(most, current);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      current -= size;
      passed.push(key);
    });
    expect(passed.toSorted()).toEqual(objects.map(({ key }) => key).toSorted());
    expect(most).toBeGreaterThan(ATTACHMENT.maxBytes);
    expect(most).toBeLessThanOrEqual(64 * MIB);
  });
});
