import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('NXT-305 lets others run between two computations', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const computations = ['a', 'b', 'c'].map(async (name) => turns.compute(() => order.push(name)));
    const others = async (): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        await nextTurn();
        order.push('.');
      }
    };
    await Promise.all([...computations, others()]);
    expect(order.join('')).toMatch(/a\.{3}b\.{3}c/);
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
