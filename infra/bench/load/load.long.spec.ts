import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, waitUntil } from '@oniverse/testing';
import { OpsRunner } from '../../test/ops-run.js';

const PROGRAM = fileURLToPath(new URL('../dist/load/main.js', import.meta.url));
const SHORT = ['--minutes', '0.34', '--ramp', '0.1', '--pace', '2', '--max-p99', '5000', '--json'];
const TIMEOUT_MS = 150_000;

/** Runs a load. @returns how it ended, and its document */
async function runLoad(...args: readonly string[]) {
  const child = execFile(process.execPath, [PROGRAM, ...args, ...SHORT]);
  if (!child.stdout) throw new Error('The program has no output.');
  const [document, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, ...JSON.parse(document) };
}

describe('a load', () => {
  const stops: (() => Promise<unknown>)[] = [];

  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  it(
    'OPS-100 of 50 members on a site of its own with 2 backends loses nothing, and none of their calls is refused',
    async () => {
      const { code, times, refused, lost, processes } = await runLoad('--members', '50', '--channels', '10');
      expect({ code, refused, lost }).toEqual({ code: 0, refused: {}, lost: [] });
      expect(times).toMatchObject([{ name: 'acknowledgement' }, { name: 'delivery' }, {}, {}]);
      expect(times[1].count).toBeGreaterThan(times[0].count);
      const cpu = new Map<string, number>(
        processes.map(({ name, cpu: seconds }: { name: string; cpu: number }) => [name, seconds]),
      );
      expect([...cpu.keys()]).toEqual(
        expect.arrayContaining(['backend 1', 'backend 2', 'worker', 'members 1']),
      );
      const ofBackends = (cpu.get('backend 1') ?? 0) + (cpu.get('backend 2') ?? 0);
      const calls = times[0].count + times[2].count;
      // docs/capacity.md has a tenth of it, of a backend whose code is compiled.
      expect(ofBackends / calls).toBeLessThan(0.06);
    },
    TIMEOUT_MS,
  );

  it(
    'OPS-100 at a site that runs, with its sessions, ends with 1 if a message that was acknowledged is removed',
    async () => {
      const stack = await DedicatedTestStack.start();
      stops.push(async () => stack.stop());
      const backend = await BackendProcess.start(stack.env(), await freePort());
      stops.push(async () => backend.stop());
      const ops = new OpsRunner(stack.env());
      const folder = await mkdtemp(join(tmpdir(), 'oniverse-load-'));
      stops.push(async () => rm(folder, { recursive: true }));
      const file = join(folder, 'sessions.json');
      const { stdout } = await ops.run(['load:prepare', '--members', '10', '--channels', '2', '--yes']);
      await writeFile(file, stdout);
      const running = runLoad('--url', backend.url, '--sessions', file);
      let removed: { id: string }[] = [];
      const remove = async (): Promise<boolean> => {
        [removed] = await stack.dataSource.query(
          'DELETE FROM messages WHERE id IN (SELECT id FROM messages LIMIT 1) RETURNING id',
        );
        return removed.length > 0;
      };
      await waitUntil('a message', remove, TIMEOUT_MS);
      const { code, lost } = await running;
      expect(code).toBe(1);
      expect(lost).toEqual([expect.stringContaining(`message ${removed[0]?.id}`)]);
    },
    TIMEOUT_MS,
  );
});
