import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sleep } from '@oniverse/embedded';
import { Community } from './community.js';
import { type Fault, FaultRunner, faultsOf } from './faults.js';
import { findings } from './invariants.js';
import { seededRandom } from './random.js';
import { Stage } from './stage.js';

/** Each fault is there so long, and some calm follows, in milliseconds. */
const FAULT_MS = 800;
const CALM_MS = 200;
/** Shorter than a fault, so that sends are repeated. */
const ANSWER_MS = 600;
/** Long enough to say what is wrong instead of running out of time, in milliseconds. */
const PATIENCE_MS = 120_000;

/** One fault of each kind, on one backend after the other. */
function eachKind(faults: readonly Fault[]): Fault[] {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  return kinds.flatMap((kind, index) => {
    const alike = faults.filter((fault) => fault.kind === kind);
    return alike[index % alike.length] ?? [];
  });
}

describe('the live side, while each of its parts breaks in turn', () => {
  let stage: Stage;
  let community: Community;

  beforeAll(async () => {
    stage = await Stage.start('short');
    community = await Community.gather(stage, seededRandom(1), ANSWER_MS);
  });

  afterAll(async () => {
    await community.leave();
    await stage.stop();
  });

  it(
    'LIV-009 LIV-010 LIV-011 GAP-134 acknowledged = stored = received by each, once and in order, and what each knows is what there is',
    async () => {
      const runner = new FaultRunner();
      community.begin();
      for (const fault of eachKind(faultsOf(stage))) {
        await runner.inflict(fault, FAULT_MS);
        await sleep(CALM_MS);
      }
      await community.finish();
      expect({ found: await findings(stage, community), log: runner.log }).toEqual({
        found: [],
        log: runner.log,
      });
    },
    PATIENCE_MS,
  );
});
