import { describe, expect, it } from '@jest/globals';
import { ACTIONS } from './actions.js';
import { dealDimensions } from './clients.js';
import { findLost, Ledger, type Shown } from './ledger.js';
import { outcomeOf } from './outcome.js';
import { arrivalOf, type LoadPlan, stepsOf } from './plan.js';
import { Tally } from './tally.js';

const PLAN: LoadPlan = { members: 10, minutes: 4, rampMinutes: 1, paceSeconds: 2, seed: 7 };
const SAMPLES_OF_A_MINUTE = 6;

describe('the plan of a load', () => {
  it('OPS-098 is the same for the same seed, and another one for another seed or member', () => {
    const steps = [...stepsOf(PLAN, 3)];
    expect([...stepsOf(PLAN, 3)]).toEqual(steps);
    expect([...stepsOf({ ...PLAN, seed: 8 }, 3)]).not.toEqual(steps);
    expect([...stepsOf(PLAN, 4)]).not.toEqual(steps);
  });

  it('OPS-098 lets members arrive during the ramp, keeps the pace, ends in time, and has every action', () => {
    expect(arrivalOf(PLAN, 5)).toBe(30_000);
    const all = Array.from({ length: PLAN.members }, (_, member) => [...stepsOf(PLAN, member)]);
    for (const [member, steps] of all.entries()) {
      const times = steps.map(({ atMs }) => atMs);
      expect(times[0]).toBeGreaterThanOrEqual(arrivalOf(PLAN, member));
      expect(times.at(-1)).toBeLessThan(PLAN.minutes * 60_000);
      // Half of the pace is the least, which keeps members below their limits.
      for (const [index, at] of times.slice(1).entries())
        expect(at - (times[index] ?? 0)).toBeGreaterThan(999);
    }
    const done = new Set(all.flat().map(({ action }) => action));
    expect([...done].toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
  });

  it('OPS-098 gives the members of a dimension to one process, with numbers of their own', () => {
    const dimension = { serverId: 's', channelIds: ['c'] };
    const [two, one] = [['a', 'b'], ['c']].map((names) => ({
      ...dimension,
      members: names.map((username) => ({ username, sessionId: username })),
    }));
    if (!two || !one) throw new Error('Unreachable');
    const dealt = dealDimensions([two, one], 2);
    expect(dealt.flat().flatMap(({ members }) => members.map(({ number }) => number))).toEqual([0, 2, 1]);
    expect(dealt).toHaveLength(2);
  });
});

describe('the end of a load', () => {
  const shown: Shown = { id: 'one', content: 'text', reactions: { '✨': 1 }, files: ['/objects/file'] };
  const ledger = new Ledger();
  ledger.addMessage('channel', { id: 'one', seq: 1, content: 'text', member: 0, file: 'bytes' });
  ledger.addReaction('one', '✨', 0);
  ledger.addReaction('one', '✨', 0);

  it.each<[string, Partial<Shown>, string[]]>([
    ['nothing, if all is there', {}, []],
    ['a message with another id', { id: 'other' }, ['message one at 1']],
    ['a text', { content: 'edited' }, ['text of one']],
    ['a reaction', { reactions: {} }, ['reaction ✨ to one']],
    ['a file', { files: [] }, ['file of one']],
  ])('OPS-099 misses %s', async (_name, change, lost) => {
    const seen = new Map([[1, { ...shown, ...change }]]);
    const found = await findLost(ledger.recent('channel'), seen, async (path) =>
      path ? 'bytes' : undefined,
    );
    expect(found).toEqual(lost);
  });

  const tallyOf = (ms: number): Tally => {
    const tally = new Tally();
    for (const name of ['acknowledgement', 'delivery'] as const) tally.times[name].record(ms * 1_000);
    return tally;
  };
  const backend = (last: number) => ({
    name: 'backend 1',
    cpu: 1,
    memory: Array.from({ length: 20 * SAMPLES_OF_A_MINUTE }, (_, index) => (index < 95 ? 100 : last)),
  });

  it('OPS-099 is green for a load that lost nothing, in time, whose backends do not grow', () => {
    const outcome = outcomeOf(tallyOf(10), [backend(101)], 100);
    expect(outcome).toMatchObject({ isGreen: true, values: { lost: [] } });
  });

  it.each<[string, () => Tally, number]>([
    ['something is missing', () => Object.assign(tallyOf(10), { lost: ['message one'] }), 100],
    ['a channel had a gap', () => Object.assign(tallyOf(10), { counts: { gaps: 1 } }), 100],
    ['nothing was acknowledged', () => new Tally(), 100],
    ['it was late', () => tallyOf(150), 100],
    ['a backend grew', () => tallyOf(10), 103],
  ])('OPS-099 is red if %s', (_name, tally, memory) => {
    expect(outcomeOf(tally(), [backend(memory)], 100).isGreen).toBe(false);
  });
});
