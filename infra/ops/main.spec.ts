import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeServices } from '../start/service-file.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Nothing listens there. */
const SERVICES = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

describe('the commands of operators', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'oniverse-ops-'));
    writeServices(dataDir, SERVICES);
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'infra/dist/start/ops.js'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ONIVERSE_DATA: dataDir },
    });

  it('LIV-049 run beside npm start, on its database', () => {
    const { status, stdout } = run('reports', 'list');
    expect([status, stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  it('LIV-119 use the direct address of the database', () => {
    writeServices(dataDir, { ...SERVICES, DATABASE_DIRECT_URL: 'postgres://127.0.0.1:2/none' });
    const { status, stdout } = run('reports', 'list');
    expect([status, stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED 127.0.0.1:2')]);
  });

  it('LIV-049 exist as documented, in a form that works on a compose host', () => {
    const names = /ops ([^\n]+)/u.exec(run().stderr)?.[1]?.split(' | ') ?? [];
    expect(names).toEqual(expect.arrayContaining(['backup:make', 'reports', 'server:create']));
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((page) => page.endsWith('.md'))
      .map((page) => `docs/${page}`);
    const documented = ['README.md', '.env.example', ...pages].flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      return Array.from(text.matchAll(/\bops (?:-- )?([a-z-]+:[a-z-]+|reports)/gu), ([form, name = '']) => ({
        form: `${page}: ${form}`,
        name,
      }));
    });
    expect(documented.length).toBeGreaterThan(10);
    expect(documented.filter(({ name }) => !names.includes(name))).toEqual([]);
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const works = /docker compose run --rm (?:--no-deps )?ops (?:[a-z-]+:[a-z-]+|reports)/gu;
    expect(guide.replaceAll(works, '').match(/\bops (?:-- )?(?:[a-z-]+:[a-z-]+|reports)/gu)).toBeNull();
  });
});
