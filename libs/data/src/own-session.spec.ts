import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import type { QueryRunner } from 'typeorm';
import { hearsChannel } from './own-session.js';
import { clientOf } from './prepared.js';

describe('hearsChannel', () => {
  let stack: TestStack;
  let runner: QueryRunner;

  beforeAll(async () => {
    stack = await TestStack.start();
    runner = stack.dataSource.createQueryRunner();
  });

  afterAll(async () => {
    await runner.release();
    await stack.stop();
  });

  const notify = (channel: string): Promise<unknown> =>
    stack.dataSource.query(`SELECT pg_notify($1, '')`, [channel]);

  it('LIV-121 resolves to true with a session of its own', async () => {
    const client = await clientOf(runner);
    await runner.query('LISTEN heard');
    expect(await hearsChannel(client, 'heard', notify)).toBe(true);
    expect(client.listenerCount('notification')).toBe(0);
  });

  it('LIV-121 resolves to false where another session listens, as behind a pooler', async () => {
    const other = stack.dataSource.createQueryRunner();
    await other.query('LISTEN unheard');
    expect(await hearsChannel(await clientOf(runner), 'unheard', notify, 1)).toBe(false);
    await other.query('UNLISTEN *');
    await other.release();
  });

  it('LIV-121 waits for an answer before it reports silence, so that a busy process is not mistaken', async () => {
    const client = await clientOf(runner);
    // Read from the socket before the answer to the next statement.
    const answer = jest.spyOn(client, 'query').mockImplementationOnce(() => {
      client.emit('notification', { channel: 'late' });
    });
    expect(await hearsChannel(client, 'late', async () => {}, 0)).toBe(true);
    answer.mockRestore();
  });
});
