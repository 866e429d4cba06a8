import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('init-env', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oniverse-init-env-'));
    for (const file of ['infra/ops/init-env', '.env.example']) await cp(join(ROOT, file), join(home, file));
  });
  afterEach(() => rm(home, { recursive: true }));

  const run = () => spawnSync('sh', ['infra/ops/init-env'], { cwd: home, encoding: 'utf8' });
  const readEnv = async () => parseEnv(await readFile(join(home, '.env'), 'utf8'));

  it('gives a site the address at which docker compose publishes it, and keeps what is set', async () => {
    expect(run().status).toBe(0);
    const first = await readEnv();
    expect(first).toMatchObject({ PUBLIC_URL: 'http://localhost:8080', ACCOUNT_KEY: expect.any(String) });
    expect(run().status).toBe(0);
    expect(await readEnv()).toEqual(first);

    await writeFile(join(home, '.env'), 'HTTP_PORT=80\n');
    run();
    expect(await readEnv()).toMatchObject({ PUBLIC_URL: 'http://localhost:80' });

    await writeFile(join(home, '.env'), 'PUBLIC_URL=https://oniverse.example\n');
    run();
    expect(await readEnv()).toMatchObject({ PUBLIC_URL: 'https://oniverse.example' });
  });

  it('does not give a site with a domain the address of this machine', async () => {
    await writeFile(join(home, '.env'), 'SITE_ADDRESS=oniverse.example\n');
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('PUBLIC_URL=https://oniverse.example');
    expect(await readEnv()).not.toHaveProperty('PUBLIC_URL');
  });
});
