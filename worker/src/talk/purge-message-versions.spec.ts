import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MESSAGE_VERSIONS } from '@oniverse/contracts';
import { MessageVersion } from '@oniverse/data';
import { makeServer, TestStack } from '@oniverse/testing';
import { PurgeMessageVersions } from './purge-message-versions.js';

describe('PurgeMessageVersions', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('TLK-492 deletes earlier texts after 30 days', async () => {
    const { channel, owner } = await makeServer(stack.dataSource);
    const [message]: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce) VALUES ($1, $2, 1, 1, 'Now.', '1') RETURNING id`,
      [channel.id, owner.id],
    );
    for (const days of [0, MESSAGE_VERSIONS.days - 1, MESSAGE_VERSIONS.days + 1]) {
      await stack.dataSource.query(
        `INSERT INTO message_versions (id, message_id, user_id, content, written_at)
         VALUES (uuidv7($1::interval), $2, $3, $4, now())`,
        [`-${days} days`, message?.id, owner.id, String(days)],
      );
    }
    const job = new PurgeMessageVersions(stack.dataSource);
    expect(await job.run()).toBe(1);
    const versions = await stack.dataSource.getRepository(MessageVersion).find({ order: { id: 'ASC' } });
    expect(versions.map(({ content }) => content)).toEqual([String(MESSAGE_VERSIONS.days - 1), '0']);
  });
});
