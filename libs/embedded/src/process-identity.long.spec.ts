import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { identifyProcess, isSameProcess, parseProcessIdentity, stopProcess } from './process-identity.js';

const children: ChildProcess[] = [];

/** Starts a program directly, because a shell that replaces itself would change its command line. */
async function startProgram(program: string, ...args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('The process has no id.');
  return child.pid;
}

function identityOf(pid: number) {
  const identity = identifyProcess(pid);
  if (identity === undefined) throw new Error('The process has ended.');
  return identity;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('process identity', () => {
  it('identifies this process and survives serialization', () => {
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
  ])('rejects an invalid identity: %j', (value) => {
    expect(parseProcessIdentity(value)).toBeUndefined();
  });

  it('ends a process with the next step if the first has no effect', async () => {
    const pid = await startProgram('/bin/sh', '-c', "trap '' TERM; echo set; while :; do sleep 0.1; done");
    const stdout = children[0]?.stdout;
    if (stdout) await once(stdout, 'data');
    const identity = identityOf(pid);
    await stopProcess(identity, [
      { signal: 'SIGTERM', graceMs: 200 },
      { signal: 'SIGKILL', graceMs: 5_000 },
    ]);
    expect(identifyProcess(pid)).toBeUndefined();
  });

  it('never signals another process with the same id', async () => {
    const pid = await startProgram('sleep', '60');
    const identity = identityOf(pid);
    await stopProcess({ ...identity, startedAt: '1' }, [{ signal: 'SIGKILL', graceMs: 1_000 }]);
    await stopProcess({ ...identity, command: 'redis-server' }, [{ signal: 'SIGKILL', graceMs: 1_000 }]);
    expect(isSameProcess(identity)).toBe(true);
  });
});
