import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Step, STEPS, type StepKind } from './testing/model/steps.js';
import { Trial } from './testing/model/trial.js';
import { TwoBackends } from './testing/two-backends.js';

/** Steps in all; more of them take their time. */
const STEPS_IN_ALL = Number(process.env['PROPERTY_STEPS'] ?? 2_000);
/** After so many it begins anew, so that a failure can be taken again from its beginning. */
const STEPS_OF_TRIAL = 2_000;
/** A step takes up to this long where the machine has much other work, in milliseconds. */
const STEP_MS = 200;
/** So often everything is compared; after each step what it touched is. */
const SETTLE_EVERY = 500;
/** So often nothing is done until what takes its time has come too: who went is offline some seconds later. */
const REST_EVERY = 1_000;
/** Another sequence of steps: the number that a failure prints. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_121);
/** How long a failure is made smaller, in milliseconds. */
const SHRINK_MS = 60_000;

const number = fc.nat(1_000_000);
const kinds: readonly StepKind[] = Object.keys(STEPS).filter((kind): kind is StepKind => kind in STEPS);
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: STEPS[kind] * 10, arbitrary: fc.constant(kind) }))),
  backend: fc.constantFrom(0, 1),
  who: number,
  where: number,
  what: number,
  whom: number,
  isLikely: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});

describe('dimensions against a plain model', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  /** @returns the steps that were taken until something was wrong, and what it was; undefined where nothing was */
  const failureOf = async (
    steps: readonly Step[],
  ): Promise<{ taken: number; error: unknown } | undefined> => {
    const trial = await Trial.begin(two);
    let taken = 0;
    try {
      for (const next of steps) {
        taken += 1;
        await trial.take(next);
        if (taken % REST_EVERY === 0) await trial.rest();
        else if (taken % SETTLE_EVERY === 0) await trial.settle();
      }
      if (taken % REST_EVERY !== 0) await trial.rest();
      return undefined;
    } catch (error) {
      return { taken, error };
    } finally {
      await trial.end();
    }
  };

  /** Leaves out of a failing sequence what it fails without. */
  const shrink = async (steps: readonly Step[]): Promise<readonly Step[]> => {
    const end = Date.now() + SHRINK_MS;
    let least = steps;
    for (let size = Math.ceil(least.length / 2); size >= 1 && Date.now() < end; size = Math.floor(size / 2)) {
      for (let from = 0; from < least.length && Date.now() < end;) {
        const fewer = least.toSpliced(from, size);
        const failure = await failureOf(fewer);
        if (failure) least = fewer.slice(0, failure.taken);
        else from += size;
      }
    }
    return least;
  };

  it(
    'ENT-079 DIM-017 DIM-021 PER-010 LIV-010 GAP-134 read marks, unread and mention counts, members, roles, presence, lists and histories are those of the model after thousands of steps, and those that devices hold',
    async () => {
      const all = fc.sample(step, { seed: SEED, numRuns: STEPS_IN_ALL });
      for (let from = 0; from < all.length; from += STEPS_OF_TRIAL) {
        const failure = await failureOf(all.slice(from, from + STEPS_OF_TRIAL));
        if (!failure) continue;
        const least = await shrink(all.slice(from, from + failure.taken));
        const again = (await failureOf(least)) ?? failure;
        const trace = least.map((taken) => JSON.stringify(taken)).join('\n');
        throw new Error(`PROPERTY_SEED=${SEED}, made smaller to ${least.length} steps:\n${trace}`, {
          cause: again.error,
        });
      }
    },
    STEPS_IN_ALL * STEP_MS + 2 * SHRINK_MS,
  );
});
