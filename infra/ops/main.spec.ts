import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeServices } from '../start/service-file.js';
import { commandTable, OPS_TABLE } from '../test/ops-table.js';
import { OPS_COMMANDS } from './commands.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Nothing listens there. */
const SERVICES = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
const FORMER_NAMES = OPS_COMMANDS.flatMap(({ formerNames }) => formerNames);

describe('the commands of operators', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'oniverse-ops-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'infra/dist/start/ops.js'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ONIVERSE_DATA: dataDir },
    });

  it('LIV-049 LIV-119 run beside npm start, on its database and by its direct address', () => {
    writeServices(dataDir, { ...SERVICES, DATABASE_DIRECT_URL: 'postgres://127.0.0.1:2/none' });
    const { status, stdout, stderr } = run('reports:list');
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining('ECONNREFUSED 127.0.0.1:2')]);
  });

  it('OPS-001 have help without a configuration, which says of each command what it takes', () => {
    const { status, stdout, stderr } = run('members:erase', '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: ops members:erase [options] <oni-id>');
    expect(stdout).toContain('--yes');
    const unconfigured = run('members:find', '--json');
    expect([unconfigured.status, unconfigured.stdout]).toEqual([1, '']);
    expect(JSON.parse(unconfigured.stderr)).toEqual({
      error: { code: 'configuration', message: expect.stringContaining('DATABASE_URL') },
    });
  });

  it('LIV-049 exist as documented, in a form that works on a compose host', () => {
    const names = OPS_COMMANDS.map(({ name }) => name);
    const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((page) => page.endsWith('.md'))
      .map((page) => `docs/${page}`);
    const documented = ['README.md', '.env.example', 'docker-compose.yml', ...pages].flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      return Array.from(
        text.matchAll(/\bops (?:-- )?([a-z-]+:[a-z-]+|reports)\b/gu),
        ([form, name = '']) => ({
          form: `${page}: ${form}`,
          name,
        }),
      );
    });
    expect(documented.length).toBeGreaterThan(10);
    expect(documented.filter(({ name }) => !names.some((known) => known === name))).toEqual([]);
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const works = /docker compose run --rm (?:--no-deps )?ops [a-z-]+:[a-z-]+/gu;
    expect(guide.replaceAll(works, '').match(/\bops (?:-- )?[a-z-]+:[a-z-]+/gu)).toBeNull();
  });

  it('OPS-006 are listed in operations.md as they are declared', () => {
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    expect(OPS_TABLE.exec(guide)?.[0].trim().split('\n')).toEqual(commandTable(OPS_COMMANDS).split('\n'));
  });

  it('OPS-003 have one name each, of the form noun:verb, and no former name is one of them', () => {
    const names = OPS_COMMANDS.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z-]+:[a-z-]+$/u.test(name))).toEqual(['doctor']);
    expect(new Set([...names, ...FORMER_NAMES]).size).toBe(names.length + FORMER_NAMES.length);
  });
});
