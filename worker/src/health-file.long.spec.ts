import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { createLogger } from '@oniverse/platform';
import { TestStack, waitUntil } from '@oniverse/testing';
import { createWorker } from './worker.module.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

const check = (healthFile: string, from = DIST): Promise<number> =>
  new Promise((resolve) => {
    const program = join(from, 'health-check.js');
    const child = execFile(process.execPath, [program], { env: { HEALTH_FILE: healthFile } });
    child.once('exit', (code) => resolve(code ?? -1));
  });

describe("a worker's health file", () => {
  let stack: TestStack;
  let worker: INestApplicationContext;
  let dir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    dir = await mkdtemp(join(tmpdir(), 'oniverse-health-'));
    const config = stack.config({ healthFile: join(dir, 'healthy') });
    worker = await createWorker(config, createLogger('test', 'silent'));
  });

  afterAll(async () => {
    await worker.close();
    await stack.stop();
    await rm(dir, { recursive: true });
  });

  it('LIV-025 is healthy while fresh, and unhealthy if missing or stale', async () => {
    expect(await check(join(dir, 'healthy'))).toBe(0);
    expect(await check(join(dir, 'nothing'))).toBe(1);
    const old = new Date(Date.now() - 60_000);
    await writeFile(join(dir, 'another'), '');
    await utimes(join(dir, 'another'), old, old);
    expect(await check(join(dir, 'another'))).toBe(1);
  });

  it('LIV-025 is checked without loading the worker', async () => {
    const copy = join(dir, 'copy');
    await mkdir(copy);
    await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
    for (const part of ['health-check.js', 'health-times.js'])
      await copyFile(join(DIST, part), join(copy, part));
    expect(await check(join(dir, 'healthy'), copy)).toBe(0);
  });

  it('LIV-025 is refreshed regularly', async () => {
    const old = new Date(Date.now() - 60_000);
    await utimes(join(dir, 'healthy'), old, old);
    await waitUntil('the refresh', async () => (await check(join(dir, 'healthy'))) === 0);
  });
});
