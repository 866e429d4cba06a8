import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { byTestLength } from '@oniverse/testing';
import * as fc from 'fast-check';
import { type Step, STEPS, type StepKind } from './testing/model/steps.js';
import { ModelRun } from './testing/model/model-run.js';
import { TwoBackends } from './testing/two-backends.js';

const TOTAL_STEPS = Number(process.env['PROPERTY_STEPS'] ?? byTestLength(400, 20_000));
/** Steps before a fresh start, which keeps failures short enough to repeat. */
const STEPS_PER_RUN = 2_000;
/** The first step of each run, from 1. */
const RUNS = Array.from(
  { length: Math.ceil(TOTAL_STEPS / STEPS_PER_RUN) },
  (_, index) => index * STEPS_PER_RUN + 1,
);
/** Maximum duration of a step on a busy machine. */
const STEP_TIMEOUT_MS = 200;
/** Steps between full comparisons. */
const CHECK_INTERVAL = 500;
/** Steps between full comparisons that also wait for delayed updates, such as offline members. */
const REST_INTERVAL = 1_000;
/** A failure prints its seed; set it to repeat the same steps. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_121);
const SHRINK_TIMEOUT_MS = 60_000;

const number = fc.nat(1_000_000);
const kinds: readonly StepKind[] = Object.keys(STEPS).filter((kind): kind is StepKind => kind in STEPS);
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: STEPS[kind] * 10, arbitrary: fc.constant(kind) }))),
  backend: fc.constantFrom(0, 1),
  actorIndex: number,
  serverIndex: number,
  itemIndex: number,
  targetIndex: number,
  isLikely: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
});

describe('servers and a reference model', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  /** Executes the steps. @returns the number of steps until the first failure and its error, if any */
  const findFailure = async (
    steps: readonly Step[],
  ): Promise<{ executed: number; error: unknown } | undefined> => {
    const run = await ModelRun.start(two);
    let executed = 0;
    try {
      for (const next of steps) {
        executed += 1;
        await run.executeStep(next);
        if (executed % REST_INTERVAL === 0) await run.checkAtRest();
        else if (executed % CHECK_INTERVAL === 0) await run.checkAll();
      }
      if (executed % REST_INTERVAL !== 0) await run.checkAtRest();
      return undefined;
    } catch (error) {
      return { executed, error };
    } finally {
      await run.dispose();
    }
  };

  /** Removes steps that a failing sequence does not need. */
  const shrink = async (steps: readonly Step[]): Promise<readonly Step[]> => {
    const deadline = Date.now() + SHRINK_TIMEOUT_MS;
    let shortest = steps;
    for (
      let size = Math.ceil(shortest.length / 2);
      size >= 1 && Date.now() < deadline;
      size = Math.floor(size / 2)
    ) {
      for (let from = 0; from < shortest.length && Date.now() < deadline;) {
        const fewer = shortest.toSpliced(from, size);
        const failure = await findFailure(fewer);
        if (failure) shortest = fewer.slice(0, failure.executed);
        else from += size;
      }
    }
    return shortest;
  };

  it.each(RUNS)(
    'ENT-079 DIM-017 DIM-021 PER-010 LIV-010 GAP-134 agree on read marks, counts, members, roles, presence, lists and histories, in responses and on devices, from step %i',
    async (from) => {
      const steps = fc
        .sample(step, { seed: SEED, numRuns: TOTAL_STEPS })
        .slice(from - 1, from - 1 + STEPS_PER_RUN);
      const failure = await findFailure(steps);
      if (!failure) return;
      const shortest = await shrink(steps.slice(0, failure.executed));
      const again = (await findFailure(shortest)) ?? failure;
      const trace = shortest.map((executedStep) => JSON.stringify(executedStep)).join('\n');
      throw new Error(`PROPERTY_SEED=${SEED}, shrunk to ${shortest.length} steps:\n${trace}`, {
        cause: again.error,
      });
    },
    Math.min(TOTAL_STEPS, STEPS_PER_RUN) * STEP_TIMEOUT_MS + 2 * SHRINK_TIMEOUT_MS,
  );
});
