import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('NXT-305 lets others run between two computations', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const computations = ['a', 'b', 'c'].map(async (name) => turns.compute(() => order.push(name)));
    for (const name of ['1', '2']) {
      await nextTurn();
      order.push(name);
    }
    await Promise.all(computations);
    expect(order).toEqual(['a', '1', 'b', '2', 'c']);
  });

  it('goes on after a failed computation', async () => {
    const turns = new Turns();
    const failed = turns.compute(() => {
      throw new Error('It failed.');
    });
    const next = turns.compute(() => 1);
    await expect(failed).rejects.toThrow('It failed.');
    await expect(next).resolves.toBe(1);
  });
});
