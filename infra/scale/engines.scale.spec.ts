import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sleep } from '@oniverse/embedded';
import { isOutage } from '@oniverse/platform';
import { seededRandom } from '@oniverse/testing';
import { Community } from '../faults/community.js';
import { FaultRunner } from '../faults/faults.js';
import { checkInvariants } from '../faults/invariants.js';
import { summary } from '../faults/summary.js';
import { Contributors } from './contributors.js';
import { type RedisKind, ScaleLayout } from './layout.js';
import { Refusals } from './refusals.js';
import { faultsOf } from './scale-faults.js';

const KIND: RedisKind = process.env['SCALE_REDIS'] === 'sentinel' ? 'sentinel' : 'cluster';
const SECONDS = 60 * Number(process.env['TEST_MINUTES'] ?? 15);
const WRITERS = 60;
const PACE_MS = 3_000;
const ANSWER_MS = 4_000;
/** How long each fault lasts, and the pause after it. */
const FAULT_MS = 8_000;
const CALM_MS = 2_000;
/** Time for the start, the last round of faults and the checks. */
const OVERHEAD_MS = 1_200_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** How often the comparison is made: each attempt may wait for jobs, and meet a connection that an earlier fault ended. */
const MAX_COMPARISONS = 5;

/** Repeats a comparison that meets an outage. */
async function retryOutages<T>(compare: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await compare();
    } catch (error) {
      if (!isOutage(error) || attempt === MAX_COMPARISONS) throw error;
      print(`comparison ${attempt} met an outage: ${String(error)}`);
      await sleep(CALM_MS);
    }
  }
}

describe(`engines on several machines, Redis as a ${KIND}`, () => {
  let layout: ScaleLayout;
  let community: Community;
  let contributors: Contributors;
  const refusals = new Refusals();

  beforeAll(async () => {
    print(`SCALE_REDIS=${KIND} TEST_MINUTES=${SECONDS / 60}`);
    layout = await ScaleLayout.start(KIND);
    community = await Community.create(layout, seededRandom(63), {
      answerMs: ANSWER_MS,
      writers: WRITERS,
      paceMs: PACE_MS,
      observe: refusals.observe,
    });
    contributors = await Contributors.start(layout, layout.store, seededRandom(64), refusals.observe);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([community?.abort(), contributors?.abort()]);
    await layout?.stop();
  }, 120_000);

  it(
    'LIV-060 lose and repeat nothing that was acknowledged while each part fails in turn',
    async () => {
      const runner = new FaultRunner(print);
      const violations: string[] = [];
      community.start();
      const deadline = Date.now() + SECONDS * 1_000;
      const faults = faultsOf(layout, refusals, violations, print);
      // At least one round.
      for (let index = 0; index < faults.length || Date.now() < deadline; index += 1) {
        const fault = faults[index % faults.length];
        if (fault) await runner.runFault(fault, FAULT_MS);
        await sleep(CALM_MS);
      }
      await Promise.all([community.finish(), contributors.finish()]);
      for (const { name, worker } of layout.workers)
        if (!worker.isRunning) violations.push(`${name} ended unexpectedly`);
      const check = async () => [
        ...(await contributors.check()),
        ...(await checkInvariants(layout, community)),
      ];
      violations.push(...(await retryOutages(check)));
      print(
        [summary(community, runner), `pictures: ${contributors.pictureCount}`, ...refusals.describe()].join(
          '\n',
        ),
      );
      expect(violations).toEqual([]);
    },
    SECONDS * 1_000 + OVERHEAD_MS,
  );
});
