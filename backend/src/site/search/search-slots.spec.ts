import { describe, expect, it } from '@jest/globals';
import { CONCURRENT_SEARCHES, SearchSlots } from './search-slots.js';

const { perMember, total } = CONCURRENT_SEARCHES;

/** Starts searches that run until they are released. */
function start(slots: SearchSlots) {
  const running: { userId: string; release: () => void }[] = [];
  const run = (userId: string) =>
    slots.runSearch(userId, async () => new Promise<void>((release) => running.push({ userId, release })));
  return { running, run };
}

describe('SearchSlots', () => {
  it('NXT-304 runs two searches of a member at once, and those of others beside them', async () => {
    const { running, run } = start(new SearchSlots());
    const searches = [1, 2, 3].map(async () => run('a'));
    searches.push(run('b'));
    await Promise.resolve();
    expect(running.map(({ userId }) => userId)).toEqual(['a', 'a', 'b']);
    while (running.length > 0) {
      running.shift()?.release();
      await new Promise(setImmediate);
    }
    await Promise.all(searches);
  });

  it('NXT-304 refuses what a member asks beyond some waiting searches, until these are done', async () => {
    const { running, run } = start(new SearchSlots());
    const accepted = Array.from({ length: perMember.running + perMember.waiting }, async () => run('a'));
    await expect(run('a')).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfter: 1 } });
    const others = Array.from({ length: 2 }, async () => run('b'));
    let done = 0;
    for (const search of [...accepted, ...others]) void search.then(() => (done += 1));
    while (done < accepted.length + others.length) {
      expect(running.length).toBeLessThanOrEqual(total.running);
      running.shift()?.release();
      await new Promise(setImmediate);
    }
    const again = run('a');
    running.shift()?.release();
    await again;
  });

  it('NXT-304 keeps a failed search from taking a place for ever', async () => {
    const slots = new SearchSlots();
    for (let search = 0; search < 20; search += 1) {
      await expect(slots.runSearch('a', async () => Promise.reject(new Error('Failed')))).rejects.toThrow(
        'Failed',
      );
    }
    await expect(slots.runSearch('a', async () => Promise.resolve('found'))).resolves.toBe('found');
  });
});
