import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobPostponed } from '@oniverse/platform/worker';
import { TestStack } from '@oniverse/testing';
import { HostBusyError, HostLocks } from './host-locks.js';

describe('HostLocks', () => {
  let stack: TestStack;
  let locks: HostLocks;

  beforeAll(async () => {
    stack = await TestStack.start();
    locks = new HostLocks(stack.dataSource);
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Locks a host until `release` is called. */
  const occupy = async (host: string) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let work: Promise<void> | undefined;
    await new Promise<void>((start) => {
      work = locks.run(host, 0, async () => {
        start();
        await released;
      });
    });
    return async () => {
      release();
      await work;
    };
  };

  it('TLK-312 postpone a job whose host is busy, on any worker, and let others run', async () => {
    const release = await occupy('page.example');
    const other = new HostLocks(stack.dataSource);
    const refused = other.run('page.example', 0, async () => 'fetched');
    await expect(refused).rejects.toThrow(HostBusyError);
    await expect(refused).rejects.toThrow(JobPostponed);
    expect(await other.run('other.example', 0, async () => 'fetched')).toBe('fetched');
    await release();
    expect(await other.run('page.example', 0, async () => 'fetched')).toBe('fetched');
  });

  it('TLK-312 wait for a turn as long as they are told, and no longer', async () => {
    const release = await occupy('page.example');
    await expect(locks.run('page.example', 50, async () => 'fetched')).rejects.toThrow(HostBusyError);
    const waiting = locks.run('page.example', 30_000, async () => 'fetched');
    await release();
    expect(await waiting).toBe('fetched');
    expect(await locks.run('page.example', 0, async () => 'again')).toBe('again');
  });

  it('TLK-312 release a host after a failure', async () => {
    await expect(
      locks.run('page.example', 0, async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(await locks.run('page.example', 0, async () => 'fetched')).toBe('fetched');
  });
});
