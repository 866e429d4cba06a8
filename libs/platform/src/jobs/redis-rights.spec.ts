import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentedRedisRights, RedisCluster, waitUntil } from '@oniverse/testing';
import { createLogger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { parseRedisSettings } from '../redis-settings.js';
import { connectRedis, deleteAllKeys } from '../redis.js';
import { JobRunner } from './job-runner.js';

const SCRIPTS = join(dirname(createRequire(import.meta.url).resolve('bullmq')), '../esm/scripts');
/** What this site and its libraries send outside of BullMQ's scripts; the tests on a Cluster find what is missing. */
const OTHERS =
  'asking client|setname cluster|info cluster|slots info ping readonly readwrite select ' +
  'psubscribe publish pubsub|numsub punsubscribe subscribe unsubscribe ' +
  'bzpopmin eval evalsha exec expire flushdb multi sunion sunionstore';

async function commandsOfScripts(): Promise<string[]> {
  const files = (await readdir(SCRIPTS)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(join(SCRIPTS, file), 'utf8')));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/(?:rcall|redis\.p?call)\(\s*["'](\w+)/g), ([, name = '']) =>
      name.toLowerCase(),
    ),
  );
}

describe('the documented rights of the user of Redis', () => {
  it('LIV-131 are the commands of BullMQ and those of this site', async () => {
    const commands = (await documentedRedisRights()).flatMap((right) =>
      (/^\+(.+)/.exec(right) ?? []).slice(1),
    );
    expect(commands).toEqual([...new Set([...(await commandsOfScripts()), ...OTHERS.split(' ')])].toSorted());
  });

  it('LIV-131 suffice on a Cluster for jobs, also delayed, repeated, failed and scheduled ones', async () => {
    const cluster = await RedisCluster.start();
    const logger = createLogger('test', 'silent');
    const redis = connectRedis(parseRedisSettings({ REDIS_URL: cluster.url }), 'queue', logger);
    const metrics = new Metrics(logger);
    const done: string[] = [];
    let attempts = 0;
    const runner = new JobRunner(
      redis,
      [
        { name: 'prompt', run: async (subject) => void done.push(subject) },
        { name: 'late', delayMs: 50, run: async (subject) => void done.push(subject) },
        {
          name: 'failing',
          run: async () => {
            attempts += 1;
            if (attempts === 1) throw new Error('Not yet.');
            done.push('repeated');
          },
        },
        { name: 'scheduled', everyMs: 500, isBulk: true, run: async () => done.push('scheduled') },
      ],
      [],
      { prompt: 1, heavy: 1, mail: 1, fetch: 1, bulk: 1 },
      logger,
      metrics,
    );
    await runner.start();
    await runner.addTasks([
      { name: 'prompt', subject: 'one' },
      { name: 'late', subject: 'two' },
      { name: 'late', subject: 'two' },
      { name: 'failing', subject: 'three' },
    ]);
    const expected = ['one', 'two', 'repeated', 'scheduled'];
    await waitUntil('the jobs', () => expected.every((subject) => done.includes(subject)));
    expect(await runner.jobNamesWithCapacity(1)).toContain('prompt');
    expect(await metrics.text()).toContain('oniverse_maintenance_last_success_timestamp_seconds');
    await runner.stop();
    await deleteAllKeys(redis);
    redis.disconnect();
    const failures = await cluster.listFailures();
    await cluster.stop();
    expect(failures).toEqual([]);
  });
});
