import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { identifyProcess, isSameProcess, parseProcessIdentity, stopProcess } from './process-identity.js';

const children: ChildProcess[] = [];

/** Runs a program that stays the same one: a shell that becomes another changes its command line at some moment. */
async function run(program: string, ...args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('No process number.');
  return child.pid;
}

function identityOf(pid: number) {
  const identity = identifyProcess(pid);
  if (identity === undefined) throw new Error('The process is gone.');
  return identity;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('process identity', () => {
  it('knows this process, and survives being written down', () => {
    const identity = identityOf(process.pid);
    expect(identity.command).toContain('node');
    expect(isSameProcess(identity)).toBe(true);
    expect(parseProcessIdentity(JSON.parse(JSON.stringify(identity)))).toEqual(identity);
  });

  it.each([
    null,
    7,
    'x',
    {},
    { pid: 0, startedAt: '1', command: 'x' },
    { pid: 7, startedAt: 1, command: 'x' },
  ])('refuses what is none: %j', (value) => {
    expect(parseProcessIdentity(value)).toBeUndefined();
  });

  it('ends a process, with the next step when the first does nothing', async () => {
    const pid = await run('/bin/sh', '-c', "trap '' TERM; echo set; while :; do sleep 0.1; done");
    const stdout = children[0]?.stdout;
    if (stdout) await once(stdout, 'data');
    const identity = identityOf(pid);
    await stopProcess(identity, [
      { signal: 'SIGTERM', graceMs: 200 },
      { signal: 'SIGKILL', graceMs: 5_000 },
    ]);
    expect(identifyProcess(pid)).toBeUndefined();
  });

  it('never touches another process that got the same number', async () => {
    const pid = await run('sleep', '60');
    const identity = identityOf(pid);
    await stopProcess({ ...identity, startedAt: '1' }, [{ signal: 'SIGKILL', graceMs: 1_000 }]);
    await stopProcess({ ...identity, command: 'redis-server' }, [{ signal: 'SIGKILL', graceMs: 1_000 }]);
    expect(isSameProcess(identity)).toBe(true);
  });
});
