import { describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { LogSimulation } from '../../../testing/log-simulation.js';

const STEPS_PER_RUN = 100;
const STEPS = process.env['TEST_LENGTH'] === 'long' ? 100_000 : 2_000;

/** Executes steps, of which 0 is none. @throws Error with what happened before the failure */
function run(steps: readonly number[]): void {
  const simulation = new LogSimulation();
  try {
    for (const step of steps) if (step > 0) simulation.step(step);
    simulation.finish();
  } catch (error) {
    throw new Error(['What happened:', ...simulation.trace, String(error)].join('\n'), { cause: error });
  }
}

describe('the operations of a member', () => {
  it('LIV-010 TLK-131 are stored once and in order, although answers and events are lost, late or repeated', () => {
    const steps = fc.array(fc.nat(), { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN });
    const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_129);
    fc.assert(fc.property(steps, run), { seed, numRuns: STEPS / STEPS_PER_RUN });
  }, 600_000);
});
