import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Session } from '@oniverse/data';
import { createLogger, LivePublisher } from '@oniverse/platform';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { createWorker } from '../worker.module.js';
import { PurgeSessions } from './purge-sessions.js';

class EndedSessionRecorder extends LivePublisher {
  constructor(private readonly ended: string[]) {
    super();
  }

  override publish(): void {}
  override publishHint(): void {}
  override joinRooms(): void {}
  override leaveRooms(): void {}

  override publishLast(_event: string, room: string): void {
    this.ended.push(room);
  }
}

describe('PurgeSessions', () => {
  let stack: TestStack;
  let worker: INestApplicationContext | undefined;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await worker?.close();
    await stack.stop();
  });

  it('AUT-049 a worker deletes expired sessions and retains the others', async () => {
    const { user: expired } = await makeMember(stack.dataSource);
    const { user: active } = await makeMember(stack.dataSource);
    const sessions = stack.dataSource.getRepository(Session);
    await sessions.update({ userId: expired.id }, { expiresAt: new Date(Date.now() - 1_000) });
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    await waitUntil('the purge', async () => (await sessions.countBy({ userId: expired.id })) === 0);
    expect(await sessions.countBy({ userId: active.id })).toBe(1);
  });

  it('AUT-049 deletes several batches, each session once, with two concurrent runs', async () => {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO sessions (id, user_id, expires_at)
       SELECT 'expired' || n, $1, now() - interval '1 second' FROM generate_series(1, 1200) n`,
      [user.id],
    );
    const ended: string[] = [];
    const live = new EndedSessionRecorder(ended);
    const jobs = [new PurgeSessions(stack.dataSource, live), new PurgeSessions(stack.dataSource, live)];
    const deleted = await Promise.all(jobs.map((job) => job.run()));
    expect(deleted[0]! + deleted[1]!).toBe(1_200);
    expect(new Set(ended).size).toBe(1_200);
    expect(ended).toHaveLength(1_200);
    expect(await stack.dataSource.getRepository(Session).countBy({ userId: user.id })).toBe(1);
  });
});
