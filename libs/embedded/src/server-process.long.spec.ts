import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identifyProcess } from './process-identity.js';
import { launch, type LaunchOptions, type ServerProcess } from './server-process.js';
import { sleep } from './sleep.js';

let home: string;
const running: ServerProcess[] = [];

async function launchShell(script: string, more: Partial<LaunchOptions> = {}): Promise<ServerProcess> {
  const server = await launch({
    name: 'The program',
    command: '/bin/sh',
    args: ['-c', script],
    logFile: join(home, 'logs', 'program.log'),
    stopSteps: [{ signal: 'SIGTERM', graceMs: 300 }],
    boundToParent: false,
    ...more,
  });
  running.push(server);
  return server;
}

async function readOutput(server: ServerProcess): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const text = await server.logTail();
    if (text !== '') return text;
    await sleep(10);
  }
  throw new Error('The program wrote nothing.');
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-process-'));
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(home, { recursive: true, force: true });
});

describe('launch', () => {
  it('returns the output of this launch only', async () => {
    const first = await launchShell('echo out; echo err >&2; exit 3');
    expect(await first.ended).toEqual({ code: 3, signal: null });
    expect(first.hasEnded()).toBe(true);
    expect(await first.logTail()).toBe('out\nerr');
    const second = await launchShell('echo again');
    await second.ended;
    expect(await second.logTail()).toBe('again');
  });

  it('rejects a program that cannot be executed', async () => {
    await expect(launchShell('', { command: join(home, 'none') })).rejects.toThrow(
      'The program cannot be executed',
    );
  });

  it('kills a program that does not end in time', async () => {
    const server = await launchShell("trap '' TERM; echo set; while :; do sleep 0.1; done");
    await readOutput(server);
    await server.stop();
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('ends the children of a wrapper program', async () => {
    const server = await launchShell('sleep 60 & echo $!; wait', { withChildren: true });
    const child = Number(await readOutput(server));
    expect(identifyProcess(child)).toBeDefined();
    await server.stop();
    for (let attempt = 0; attempt < 100 && identifyProcess(child) !== undefined; attempt += 1)
      await sleep(10);
    expect(identifyProcess(child)).toBeUndefined();
  });
});
