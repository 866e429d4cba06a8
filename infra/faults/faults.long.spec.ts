import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sleep } from '@oniverse/embedded';
import { seededRandom } from '@oniverse/testing';
import { Community } from './community.js';
import { type Fault, FaultRunner, faultsOf } from './faults.js';
import { checkInvariants } from './invariants.js';
import { FaultCluster } from './fault-cluster.js';

/** Duration of each fault and of the pause after it. */
const FAULT_MS = 800;
const CALM_MS = 200;
/** Shorter than a fault, so that clients repeat sends. */
const ANSWER_MS = 600;
/** Long enough for the checks to report what is wrong. */
const TIMEOUT_MS = 120_000;

/** Returns one fault of each kind, on the backends in turn. */
function eachKind(faults: readonly Fault[]): Fault[] {
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  return kinds.flatMap((kind, index) => {
    const sameKind = faults.filter((fault) => fault.kind === kind);
    return sameKind[index % sameKind.length] ?? [];
  });
}

describe('live updates under each kind of fault', () => {
  let cluster: FaultCluster;
  let community: Community;

  beforeAll(async () => {
    cluster = await FaultCluster.start('short');
    community = await Community.create(cluster, seededRandom(1), { answerMs: ANSWER_MS });
  });

  afterAll(async () => {
    await community.abort();
    await cluster.stop();
  });

  it(
    'LIV-009 LIV-010 LIV-011 GAP-134 deliver each acknowledged message once and in order, and all clients agree with the database',
    async () => {
      const runner = new FaultRunner();
      community.start();
      for (const fault of eachKind(faultsOf(cluster))) {
        await runner.runFault(fault, FAULT_MS);
        await sleep(CALM_MS);
      }
      await community.finish();
      expect({ violations: await checkInvariants(cluster, community), log: runner.log }).toEqual({
        violations: [],
        log: runner.log,
      });
    },
    TIMEOUT_MS,
  );
});
