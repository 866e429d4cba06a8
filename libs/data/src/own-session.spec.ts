import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    await runner.query('LISTEN late');
    // Within the time, the process only notifies, and reads what arrived afterwards.
    const received = hearsChannel(client, 'late', async () => {}, 0);
    await runner.query(`SELECT pg_notify('late', '')`);
    expect(await received).toBe(true);
  });
});
