import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Channel, OutboxRow, type Server, ServerExport, type User } from '@oniverse/data';
import { DedicatedTestStack, makeServer, unzip, waitUntil, WorkerProcess } from '@oniverse/testing';
import { ExportFixture } from '../../testing/export-fixture.js';

const MB = 1_048_576;
const MESSAGES = 100_000;
/** In characters. The archive has more than one part. */
const LENGTH = 600;

/** With the default, Node collects garbage only after some hundred megabytes of it. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=100 --max-semi-space-size=4' };

describe('the export of a large dimension', () => {
  let stack: DedicatedTestStack;
  let exports: ExportFixture;
  let server: Server;
  let channel: Channel;
  let owner: User;

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
    exports = new ExportFixture(stack);
    ({ server, channel, owner } = await makeServer(stack.dataSource));
    // Texts that do not compress well.
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, left((SELECT string_agg(md5(n::text || part), '') FROM generate_series(1, 20) part), $3), n::text
         FROM generate_series(1, $4::integer) n`,
      [channel.id, owner.id, LENGTH, MESSAGES],
    );
  }, 120_000);

  afterAll(async () => {
    await stack.stop();
  });

  const stateOf = async (id: string): Promise<ServerExport> => exports.find(id);
  const outboxEmpty = async () =>
    waitUntil(
      'the job to be done',
      async () => (await stack.dataSource.getRepository(OutboxRow).count()) === 0,
    );

  it('TLK-542 takes bounded memory, and begins again after a kill, with one archive', async () => {
    const id = await exports.request(server, owner);
    let worker = await WorkerProcess.start({ ...stack.env(), ...SMALL_HEAP });
    try {
      await waitUntil(
        'a quarter of the messages',
        async () => (await stateOf(id)).messagesDone > MESSAGES / 4,
        90_000,
      );
      await worker.kill();
      const left = await stateOf(id);
      expect(left).toMatchObject({ state: 'running', objectKey: expect.any(String) });
      worker = await WorkerProcess.start({ ...stack.env(), ...SMALL_HEAP });
      await waitUntil(
        'a tenth of the messages',
        async () => {
          const { attempts, messagesDone } = await stateOf(id);
          return attempts === 2 && messagesDone > MESSAGES / 10 && messagesDone < MESSAGES;
        },
        90_000,
      );
      const early = await worker.peakMemoryBytes();
      await waitUntil('the export', async () => (await stateOf(id)).state === 'done', 180_000);
      const late = await worker.peakMemoryBytes();
      // What it takes does not depend on how much it has written.
      expect((late - early) / MB).toBeLessThan(60);
      const done = await stateOf(id);
      expect(done).toMatchObject({ attempts: 2, messageCount: MESSAGES, messagesDone: MESSAGES });
      expect(await exports.store.listKeys('exports/')).toEqual([done.objectKey]);
      expect(done.objectKey).not.toBe(left.objectKey);
      await outboxEmpty();
      const bytes: Buffer[] = (await (await exports.store.get(done.objectKey ?? ''))?.toArray()) ?? [];
      const files = await unzip(Buffer.concat(bytes));
      const json = [...files].find(([name]) => name.endsWith('/messages.json'))?.[1] ?? Buffer.alloc(0);
      expect(JSON.parse(String(json))).toHaveLength(MESSAGES);
    } finally {
      await worker.stop();
    }
  }, 420_000);
});
