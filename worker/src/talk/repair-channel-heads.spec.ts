import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeServer, TestStack } from '@oniverse/testing';
import { RepairChannelHeads } from './repair-channel-heads.js';

describe('RepairChannelHeads', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const createChannel = async (messages: number, head: { seq: number; rev: number }): Promise<string> => {
    const { channel, owner } = await makeServer(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, $2, n, n, 'x', 'n' || n FROM generate_series(1, $3) n`,
      [channel.id, owner.id, messages],
    );
    await stack.dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $3 WHERE id = $1', [
      channel.id,
      head.seq,
      head.rev,
    ]);
    return channel.id;
  };
  const head = async (id: string): Promise<unknown> => {
    const rows: unknown[] = await stack.dataSource.query(
      'SELECT last_seq AS seq, last_rev AS rev FROM channels WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  it('raises the heads that are behind and keeps the others', async () => {
    const right = await createChannel(5, { seq: 5, rev: 5 });
    const empty = await createChannel(0, { seq: 0, rev: 0 });
    const ahead = await createChannel(2, { seq: 3, rev: 4 });
    const behind = await createChannel(5, { seq: 3, rev: 3 });
    const changed = await createChannel(5, { seq: 5, rev: 6 });
    await stack.dataSource.query(
      'UPDATE messages SET rev = 7, edited_at = now() WHERE channel_id = $1 AND seq = 2',
      [changed],
    );
    const reacted = await createChannel(5, { seq: 5, rev: 6 });
    await stack.dataSource.query(
      'UPDATE messages SET rev = 8, reacted_at = now() WHERE channel_id = $1 AND seq = 3',
      [reacted],
    );
    const job = new RepairChannelHeads(stack.dataSource);
    expect(await job.run()).toBe(3);
    expect(await Promise.all([right, empty, ahead, behind, changed, reacted].map(head))).toEqual([
      { seq: 5, rev: 5 },
      { seq: 0, rev: 0 },
      { seq: 3, rev: 4 },
      { seq: 5, rev: 5 },
      { seq: 5, rev: 7 },
      { seq: 5, rev: 8 },
    ]);
    expect(await job.run()).toBe(0);
  });
});
