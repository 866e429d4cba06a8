import { describe, expect, it } from '@jest/globals';
import { BatchLoader } from './batch-loader.js';

describe('BatchLoader', () => {
  it('loads one batch at a time and collects further keys for the next one', async () => {
    const batches: number[][] = [];
    const releases: (() => void)[] = [];
    const loader = new BatchLoader<number, string>(async (keys) => {
      batches.push([...keys]);
      await new Promise<void>((resolve) => {
        releases.push(resolve);
      });
      return keys.map((key) => `value ${key}`);
    });
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(() => setImmediate(() => setImmediate(resolve)));
      });
    const first = [loader.get(1), loader.get(2)];
    await turn();
    const second = [loader.get(3), loader.get(1), loader.get(4)];
    await turn();
    expect(batches).toEqual([[1, 2]]);
    releases.shift()?.();
    expect(await Promise.all(first)).toEqual(['value 1', 'value 2']);
    await turn();
    expect(batches).toEqual([
      [1, 2],
      [3, 1, 4],
    ]);
    releases.shift()?.();
    expect(await Promise.all(second)).toEqual(['value 3', 'value 1', 'value 4']);
  });

  it('delays the next batch after a large one to collect more keys', async () => {
    const batchSizes: number[] = [];
    const loader = new BatchLoader<number, number>(async (keys) => {
      batchSizes.push(keys.length);
      return keys;
    }, 10_000);
    await Promise.all(Array.from({ length: 500 }, (_, key) => loader.get(key)));
    const several = Array.from({ length: 20 }, (_, key) => key);
    const later = several.map(async (key) => {
      for (let turns = 0; turns < key; turns += 1) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      return loader.get(key);
    });
    expect(await Promise.all(later)).toEqual(several);
    expect(batchSizes).toEqual([500, 20]);
  });

  it('rejects the lookups of a failed batch only', async () => {
    let down = true;
    const loader = new BatchLoader<number, number>(async (keys) => {
      if (down) throw new Error('down');
      return keys;
    });
    await expect(Promise.all([loader.get(1), loader.get(2)])).rejects.toThrow('down');
    down = false;
    expect(await loader.get(3)).toBe(3);
  });
});
