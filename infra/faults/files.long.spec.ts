import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, sleep } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, DedicatedTestStack, seededRandom, WorkerProcess } from '@oniverse/testing';
import { PurgeObjects } from '../../worker/src/album/purge-objects.js';
import { backendFaults, type Fault, FaultRunner, restart } from './faults.js';
import { FileSenders } from './file-senders.js';

const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));
const SECONDS = 60 * Number(process.env['TEST_MINUTES'] ?? 0.5);
const FAULT_MS = 1_500;
const CALM_MS = 1_000;
/** Time for the start and the checks. */
const OVERHEAD_MS = 180_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

describe('files under faults', () => {
  let stack: DedicatedTestStack;
  let backends: BackendProcess[];
  let worker: WorkerProcess;
  let store: ObjectStore;
  let senders: FileSenders;

  beforeAll(async () => {
    print(`FAULT_SEED=${SEED} TEST_MINUTES=${SECONDS / 60}`);
    stack = await DedicatedTestStack.start({ durable: true });
    const env = { ...stack.env(), RATE_LIMITS: 'off' };
    store = new ObjectStore(stack.config().objectStore);
    [backends, worker] = await Promise.all([
      Promise.all([0, 1].map(async () => BackendProcess.start(env, await freePort()))),
      WorkerProcess.start(env),
    ]);
    const urls = backends.map(({ url }) => url);
    senders = await FileSenders.start(urls, stack.dataSource, store, seededRandom(SEED));
  });

  afterAll(async () => {
    await senders?.abort();
    await Promise.all([...backends.map((backend) => backend.stop()), worker.stop()]);
    await stack.stop();
  });

  const faults = (): Fault[] => [
    ...backends.flatMap((backend, index) => backendFaults(`backend ${index + 1}`, backend)),
    {
      target: 'worker',
      kind: 'worker killed',
      start: () => worker.kill(),
      stop: () => restart(worker),
    },
    {
      target: 'object store',
      kind: 'object store killed',
      start: () => stack.killObjectStore(),
      stop: () => stack.startObjectStore(),
    },
    {
      target: 'PostgreSQL',
      kind: 'PostgreSQL killed',
      start: () => stack.killPostgres(),
      stop: () => stack.startPostgres(),
    },
  ];

  it(
    'TLK-364 lose nothing that was acknowledged, and leave nothing that no message has after the clean-up',
    async () => {
      const runner = new FaultRunner(print);
      const deadline = Date.now() + SECONDS * 1_000;
      const all = faults();
      for (let index = 0; index < all.length || Date.now() < deadline; index += 1) {
        const fault = all[index % all.length];
        if (fault) await runner.runFault(fault, FAULT_MS);
        await sleep(CALM_MS);
      }
      await senders.finish();
      const cleanUp = new PurgeObjects(stack.dataSource, store);
      const violations = await senders.check(() => cleanUp.run());
      const { messages, deleted } = senders.counts;
      print(`messages with files: ${messages}, deleted again: ${deleted}`);
      expect(violations).toEqual([]);
      expect(deleted).toBeGreaterThan(0);
    },
    SECONDS * 1_000 + OVERHEAD_MS,
  );
});
