import { describe, expect, it } from '@jest/globals';
import { Batches } from './batches.js';

describe('questions asked together', () => {
  it('are one at a time, and what comes meanwhile goes into the next', async () => {
    const asked: number[][] = [];
    const answers: (() => void)[] = [];
    const batches = new Batches<number, string>(async (keys) => {
      asked.push([...keys]);
      await new Promise<void>((resolve) => {
        answers.push(resolve);
      });
      return keys.map((key) => `answer ${key}`);
    });
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(() => setImmediate(() => setImmediate(resolve)));
      });
    const first = [batches.get(1), batches.get(2)];
    await turn();
    const second = [batches.get(3), batches.get(1), batches.get(4)];
    await turn();
    expect(asked).toEqual([[1, 2]]);
    answers.shift()?.();
    expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
    await turn();
    expect(asked).toEqual([
      [1, 2],
      [3, 1, 4],
    ]);
    answers.shift()?.();
    expect(await Promise.all(second)).toEqual(['answer 3', 'answer 1', 'answer 4']);
  });

  it('are fewer in a rush: who asks right after a question with many keys waits for others', async () => {
    const asked: number[] = [];
    const batches = new Batches<number, number>(async (keys) => {
      asked.push(keys.length);
      return keys;
    }, 10_000);
    await Promise.all(Array.from({ length: 500 }, (_, key) => batches.get(key)));
    const several = Array.from({ length: 20 }, (_, key) => key);
    const later = several.map(async (key) => {
      for (let turns = 0; turns < key; turns += 1) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      return batches.get(key);
    });
    expect(await Promise.all(later)).toEqual(several);
    expect(asked).toEqual([500, 20]);
  });

  it('that fail fail those who asked, and nobody after', async () => {
    let down = true;
    const batches = new Batches<number, number>(async (keys) => {
      if (down) throw new Error('down');
      return keys;
    });
    await expect(Promise.all([batches.get(1), batches.get(2)])).rejects.toThrow('down');
    down = false;
    expect(await batches.get(3)).toBe(3);
  });
});
