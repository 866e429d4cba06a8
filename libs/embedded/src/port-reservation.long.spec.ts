import { execFile } from 'node:child_process';
import { utimes } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { freePort } from './free-port.js';
import { reservePort } from './port-reservation.js';

const run = promisify(execFile);
const FOLDER = join(tmpdir(), `oniverse-ports-${userInfo().uid}`);
const BUILT = new URL('../dist/port-reservation.js', import.meta.url).href;

describe('reservePort', () => {
  it('refuses a reserved port, also in another process', async () => {
    const port = await freePort();
    expect(await reservePort(port)).toBe(false);
    const script = `import { reservePort } from '${BUILT}'; console.log(await reservePort(${port}));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout.trim()).toBe('false');
  });

  it('gives concurrent callers different ports', async () => {
    const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()));
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('frees a port after a minute', async () => {
    const port = await freePort();
    const aMinuteAgo = Date.now() / 1_000 - 61;
    await utimes(join(FOLDER, String(port)), aMinuteAgo, aMinuteAgo);
    expect(await reservePort(port)).toBe(true);
  });
});
