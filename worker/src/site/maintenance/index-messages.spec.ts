import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Channel, indexMessages } from '@oniverse/data';
import { makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { IndexMessages } from './index-messages.js';

describe('IndexMessages', () => {
  let stack: TestStack;
  let userId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    userId = (await makeMember(stack.dataSource)).user.id;
  });

  afterAll(async () => {
    await stack.stop();
  });

  const db = (): DataSource => stack.dataSource;
  const makeChannel = async (): Promise<Channel> => (await makeServer(db())).channel;
  /** Stores messages as a backend does. */
  const send = async ({ id }: { id: string }, ...contents: string[]): Promise<void> => {
    await db().query(
      `WITH head AS (UPDATE channels SET last_seq = last_seq + $4, last_rev = last_rev + $4 WHERE id = $1 RETURNING last_seq - $4 AS seq)
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, head.seq + n, head.seq + n, content, uuidv7()::text
         FROM head CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS given (content, n)`,
      [id, userId, contents, contents.length],
    );
  };
  const edit = (channel: { id: string }, seq: number, content: string) =>
    db().query(
      `UPDATE messages SET content = $3, deleted_at = CASE WHEN $3 = '' THEN now() END WHERE channel_id = $1 AND seq = $2`,
      [channel.id, seq, content],
    );
  const termsOf = async ({ id }: { id: string }): Promise<string[]> => {
    const rows: { terms: string }[] = await db().query(
      'SELECT terms::text AS terms FROM message_terms WHERE channel_id = $1 ORDER BY seq',
      [id],
    );
    return rows.map(({ terms }) => terms);
  };
  const positionOf = async ({ id }: { id: string }): Promise<number | undefined> => {
    const [row]: { seq: number }[] = await db().query(
      'SELECT seq FROM indexed_channels WHERE channel_id = $1',
      [id],
    );
    return row?.seq;
  };

  it('TLK-474 adds the messages of before, in batches, and then new ones', async () => {
    const [long, short] = [await makeChannel(), await makeChannel()];
    await send(long, ...Array.from({ length: 1_201 }, (_, n) => `Tide ${n}`));
    await send(short, 'Café', '世界');
    const job = new IndexMessages(db());
    expect(await job.run()).toBe(1_203);
    expect([await positionOf(long), await positionOf(short)]).toEqual([1_201, 2]);
    expect(await termsOf(short)).toEqual([`'cafe'`, `'世' '世界' '界'`]);
    await send(short, 'Later.');
    expect(await job.run()).toBe(1);
    expect((await termsOf(short)).at(-1)).toBe(`'later'`);
    expect(await job.run()).toBe(0);
  });

  it('TLK-474 continues where another worker stopped, and adds nothing twice', async () => {
    const channel = await makeChannel();
    await send(channel, 'One.', 'Two.', 'Three.');
    expect(await indexMessages(db(), [channel.id], 2)).toBe(2);
    // A transaction that was lost leaves neither rows nor a position.
    const failed = indexMessages(db(), [channel.id, 'no id'], 2);
    await expect(failed).rejects.toThrow();
    expect(await positionOf(channel)).toBe(2);
    const added = await Promise.all([new IndexMessages(db()).run(), new IndexMessages(db()).run()]);
    expect(added.toSorted()).toEqual([0, 1]);
    expect(await termsOf(channel)).toEqual([`'one'`, `'two'`, `'three'`]);
  });

  it('TLK-474 names places and the channels that decide who reads', async () => {
    const { server, channel } = await makeServer(db());
    await send(channel, 'Parent.');
    const [thread]: [{ id: string }] = await db().query(
      `INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id)
       SELECT '', $1, $2, id FROM messages WHERE channel_id = $1 RETURNING id`,
      [channel.id, server.id],
    );
    const [talk]: [{ id: string }] = await db().query(
      `INSERT INTO channels (name, is_conversation) VALUES ('', true) RETURNING id`,
    );
    for (const place of [thread, talk]) await send(place, 'A message.');
    await new IndexMessages(db()).run();
    const rows = await db().query(
      'SELECT channel_id, place_id, root_id FROM message_terms WHERE channel_id = ANY ($1) ORDER BY message_id',
      [[channel.id, thread.id, talk.id]],
    );
    expect(rows).toEqual([
      { channel_id: channel.id, place_id: server.id, root_id: channel.id },
      { channel_id: thread.id, place_id: server.id, root_id: channel.id },
      { channel_id: talk.id, place_id: talk.id, root_id: talk.id },
    ]);
  });

  it('TLK-474 keeps the index equal to texts that change before and after they are added', async () => {
    const channel = await makeChannel();
    await send(channel, 'Early.', 'Gone.', 'Late.', 'Also gone.');
    await edit(channel, 1, 'Edited early.');
    await edit(channel, 2, '');
    await new IndexMessages(db()).run();
    await edit(channel, 3, 'Edited late.');
    await edit(channel, 4, '');
    await db().query('UPDATE messages SET reacted_at = now() WHERE channel_id = $1', [channel.id]);
    expect(await termsOf(channel)).toEqual([`'early' 'edited'`, '', `'edited' 'late'`, '']);
  });

  it('TLK-473 does not bring back a text that is deleted while it adds it', async () => {
    const channel = await makeChannel();
    await send(channel, 'Secret.');
    const runner = db().createQueryRunner();
    await runner.startTransaction();
    await runner.query(`UPDATE messages SET content = '' WHERE channel_id = $1`, [channel.id]);
    // The worker has read the text, and waits for the row of the deletion, for a short time.
    let adding: Promise<number> | undefined;
    await waitUntil('the worker to wait', async () => {
      adding ??= indexMessages(db(), [channel.id], 1);
      adding.catch(() => {
        adding = undefined;
      });
      const waiting: unknown[] = await db().query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    await runner.commitTransaction();
    await runner.release();
    await adding?.catch(() => indexMessages(db(), [channel.id], 1));
    await indexMessages(db(), [channel.id], 1);
    expect([await positionOf(channel), await termsOf(channel)]).toEqual([1, ['']]);
  });

  it('TLK-474 gives way to a change of a message that goes on', async () => {
    const channel = await makeChannel();
    await send(channel, 'One.');
    const runner = db().createQueryRunner();
    await runner.startTransaction();
    await runner.query(`UPDATE messages SET content = 'Other.' WHERE channel_id = $1`, [channel.id]);
    try {
      await expect(indexMessages(db(), [channel.id], 1)).rejects.toThrow('lock timeout');
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    expect(await indexMessages(db(), [channel.id], 1)).toBe(1);
  });

  it('TLK-474 does not let a change of a message wait for long', async () => {
    const channel = await makeChannel();
    await send(channel, 'One.', 'Two.');
    const runner = db().createQueryRunner();
    await runner.startTransaction();
    await runner.query(`UPDATE messages SET content = 'Other.' WHERE channel_id = $1 AND seq = 2`, [
      channel.id,
    ]);
    const job = new IndexMessages(db());
    const failed = job.run();
    // The worker has added the first row, and waits for the second one.
    await runner.query(`UPDATE messages SET content = 'Another.' WHERE channel_id = $1 AND seq = 1`, [
      channel.id,
    ]);
    await runner.commitTransaction();
    await runner.release();
    await failed.catch(() => undefined);
    await job.run();
    expect(await termsOf(channel)).toEqual([`'another'`, `'other'`]);
  });
});
