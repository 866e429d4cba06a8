import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { createLogger, OpsServer } from '@oniverse/platform';
import { JobRunner } from '@oniverse/platform/worker';
import { TestStack, until } from '@oniverse/testing';
import { createWorker } from './worker.js';

const UPKEEP = [
  'channels:heads',
  'constellation:review',
  'invites:purge',
  'objects:purge',
  'outbox:review',
  'servers:counts',
  'sessions:purge',
  'tags:counts',
  'tags:hubs',
];

describe('a worker as a whole', () => {
  let stack: TestStack;
  let worker: INestApplicationContext;
  let url: string;
  const logged: Record<string, unknown>[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    const logger = createLogger('test', 'info', {
      write: (line: string) => {
        const entry: Record<string, unknown> = JSON.parse(line);
        logged.push(entry);
      },
    });
    worker = await createWorker(stack.config({ opsPort: 0 }), logger);
    url = `http://127.0.0.1:${worker.get(OpsServer).port}`;
  });

  afterAll(async () => {
    await worker.close();
    await stack.stop();
  });

  it('can do all that stands in the outbox, and the upkeep, each once', () => {
    expect(worker.get(JobRunner).names.toSorted()).toEqual(
      [...Object.values(OUTBOX_TOPICS), ...UPKEEP].toSorted(),
    );
  });

  it('does all upkeep by itself, with a line in the log and a time in the metrics for each', async () => {
    const text = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    const ended = async (): Promise<string[]> =>
      [...(await text()).matchAll(/^oniverse_upkeep_last_success_timestamp_seconds\{job="(.+)"\} \d/gm)].map(
        ([, job = '']) => job,
      );
    await until('all of it', async () => (await ended()).length === UPKEEP.length);
    expect((await ended()).toSorted()).toEqual(UPKEEP);
    const lines = logged.filter(({ msg }) => msg === 'Upkeep is done');
    expect(lines.map(({ job }) => String(job)).toSorted()).toEqual(UPKEEP);
    expect(lines.map(({ mended }) => mended)).toEqual(UPKEEP.map(() => 0));
    const all = await text();
    expect(all).toMatch(/^oniverse_outbox_rows\{topic="member:tags"\} 0$/m);
    expect(all).toMatch(/^oniverse_queue_jobs\{queue="bulk",state="failed"\} 0$/m);
    expect(all).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('shows nobody its queues where nobody opened them', async () => {
    expect((await fetch(`${url}/queues`)).status).toBe(404);
  });
});
