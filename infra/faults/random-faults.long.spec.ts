import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seededRandom } from '@oniverse/testing';
import { Community } from './community.js';
import { FaultRunner, faultsOf } from './faults.js';
import { checkInvariants } from './invariants.js';
import { FaultCluster } from './fault-cluster.js';
import { summary } from './summary.js';

const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));
const SECONDS = 60 * Number(process.env['TEST_MINUTES'] ?? 5);
const ANSWER_MS = 3_000;
/** Time for the start and the checks. */
const OVERHEAD_MS = 180_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

describe('live updates under random faults', () => {
  let cluster: FaultCluster;
  let community: Community;
  const random = seededRandom(SEED);

  beforeAll(async () => {
    print(`FAULT_SEED=${SEED} TEST_MINUTES=${SECONDS / 60}`);
    cluster = await FaultCluster.start('long');
    community = await Community.create(cluster, seededRandom(SEED + 1), { answerMs: ANSWER_MS });
  });

  afterAll(async () => {
    await community.abort();
    await cluster.stop();
  });

  it(
    'LIV-009 LIV-010 LIV-011 GAP-134 lose and repeat nothing, and all clients agree with the database',
    async () => {
      const runner = new FaultRunner(print);
      community.start();
      await runner.runRandomFaults(faultsOf(cluster), random, SECONDS);
      await community.finish();
      const violations = await checkInvariants(cluster, community);
      print(summary(community, runner));
      expect(violations).toEqual([]);
    },
    SECONDS * 1_000 + OVERHEAD_MS,
  );
});
