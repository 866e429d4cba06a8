import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Session } from '@oniverse/data';
import { createLogger, LivePublisher } from '@oniverse/platform';
import { makeMember, TestStack, until } from '@oniverse/testing';
import { createWorker } from '../worker.js';
import { PurgeSessions } from './purge-sessions.js';

/** Keeps which sessions ended. */
class Watcher extends LivePublisher {
  constructor(private readonly ended: string[]) {
    super();
  }

  override publish(): void {}
  override enter(): void {}
  override leave(): void {}

  override endSession(publicId: string): void {
    this.ended.push(publicId);
  }
}

describe('purging sessions', () => {
  let stack: TestStack;
  let worker: INestApplicationContext | undefined;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  it('AUT-049 removes what has run out and keeps what has not, by itself', async () => {
    const { user: gone } = await makeMember(stack.dataSource);
    const { user: here } = await makeMember(stack.dataSource);
    const sessions = stack.dataSource.getRepository(Session);
    await sessions.update({ userId: gone.id }, { expiresAt: new Date(Date.now() - 1_000) });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await until('the purge', async () => (await sessions.countBy({ userId: gone.id })) === 0);
    expect(await sessions.countBy({ userId: here.id })).toBe(1);
  });

  it('AUT-049 removes more than one batch, and each session once', async () => {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO sessions (id, user_id, expires_at)
       SELECT 'gone' || n, $1, now() - interval '1 second' FROM generate_series(1, 1200) n`,
      [user.id],
    );
    const ended: string[] = [];
    const live = new Watcher(ended);
    const jobs = [new PurgeSessions(stack.dataSource, live), new PurgeSessions(stack.dataSource, live)];
    const removed = await Promise.all(jobs.map((job) => job.run()));
    expect(removed[0]! + removed[1]!).toBe(1_200);
    expect(new Set(ended).size).toBe(1_200);
    expect(ended).toHaveLength(1_200);
    expect(await stack.dataSource.getRepository(Session).countBy({ userId: user.id })).toBe(1);
  });
});
