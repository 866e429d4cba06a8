import { describe, expect, it } from '@jest/globals';
import { ExportQueue } from './export-queue.js';

describe('ExportQueue', () => {
  const enter = (queue: ExportQueue, name: string, outcomes: string[]) => {
    const entered = queue.enter(name);
    const settled = entered.turn.then(
      () => outcomes.push(name),
      () => outcomes.push(`${name} left`),
    );
    return { ...entered, settled };
  };

  it('starts exports in order of arrival, up to the concurrency limit', async () => {
    const outcomes: string[] = [];
    const queue = new ExportQueue({ concurrent: 2, maxQueued: 2 });
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => enter(queue, name, outcomes));
    await Promise.all([a?.settled, b?.settled]);
    expect(outcomes).toEqual(['a', 'b']);
    expect(() => queue.enter('e')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    c?.leave();
    await c?.settled;
    b?.leave();
    b?.leave();
    await d?.settled;
    expect(outcomes).toEqual(['a', 'b', 'c left', 'd']);
  });

  it('accepts one export per member', async () => {
    const queue = new ExportQueue({ concurrent: 2, maxQueued: 2 });
    const first = queue.enter('a');
    expect(() => queue.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    first.leave();
    await queue.enter('a').turn;
  });
});
