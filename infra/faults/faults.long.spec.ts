import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Community } from './community.js';
import { FaultRunner, faultsOf } from './faults.js';
import { findings } from './invariants.js';
import { seededRandom } from './random.js';
import { Stage } from './stage.js';
import { summary } from './summary.js';

const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 600);
const ANSWER_MS = 3_000;
/** What begin and end take beside the faults, in milliseconds. */
const AROUND_MS = 180_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

describe('the live side, while its parts break as chance has it', () => {
  let stage: Stage;
  let community: Community;
  const random = seededRandom(SEED);

  beforeAll(async () => {
    say(`FAULT_SEED=${SEED} FAULT_SECONDS=${SECONDS}`);
    stage = await Stage.start('long');
    community = await Community.gather(stage, seededRandom(SEED + 1), ANSWER_MS);
  });

  afterAll(async () => {
    await community.leave();
    await stage.stop();
  });

  it(
    'LIV-009 LIV-010 LIV-011 GAP-134 loses nothing, repeats nothing, and everyone knows what there is',
    async () => {
      const runner = new FaultRunner();
      community.begin();
      await runner.rage(faultsOf(stage), random, SECONDS);
      await community.finish();
      const found = await findings(stage, community);
      say(summary(community, runner));
      if (found.length > 0) say(runner.log.join('\n'));
      expect(found).toEqual([]);
    },
    SECONDS * 1_000 + AROUND_MS,
  );
});
