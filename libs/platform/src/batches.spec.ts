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
