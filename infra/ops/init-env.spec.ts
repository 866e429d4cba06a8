import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const COMPOSE_FILES = ['docker-compose.yml', 'compose.recovery.yml', 'infra/docker/syslog.yml'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Stands in for docker: prints the environment of a service, which is a file. Without files, no containers exist. */
const DOCKER = `#!/bin/sh
if [ "$1" = ps ]; then for last in "$@"; do :; done; ls "\${last##*=}.container" 2> /dev/null; fi
case "$*" in *config_files*) printf '%s' "$CONFIG_FILES"; exit ;; esac
if [ "$1" = inspect ]; then for last in "$@"; do :; done; cat "$last"; fi
`;

describe('init-env', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oniverse-init-env-'));
    for (const file of ['infra/ops/init-env', 'infra/ops/write-secrets', '.env.example', ...COMPOSE_FILES])
      await cp(join(ROOT, file), join(home, file));
    await writeFile(join(home, 'docker'), DOCKER, { mode: 0o755 });
  });
  afterEach(() => rm(home, { recursive: true }));

  const run = () =>
    spawnSync('sh', ['infra/ops/init-env'], {
      cwd: home,
      encoding: 'utf8',
      env: {
        PATH: `${home}:${process.env['PATH'] ?? ''}`,
        CONFIG_FILES: `${home}/docker-compose.yml,${home}/infra/docker/syslog.yml`,
      },
    });
  const readEnv = async () => parseEnv(await readFile(join(home, '.env'), 'utf8'));

  const writeContainers = async (containers: Readonly<Record<string, readonly string[]>>) => {
    for (const [service, lines] of Object.entries(containers))
      await writeFile(join(home, `${service}.container`), `${lines.join('\n')}\n`);
  };

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

  it.each([
    ['POSTGRES_PASSWORD', ['a/b', 'a#b', 'a?b', 'a%b', "'a$b'", 'a@b', 'a:b', 'a\\\\b', '"a b"', 'ä']],
    ['POSTGRES_PRODUCT_PASSWORD', ['a/b']],
    ['REDIS_PASSWORD', ['a#b']],
    ['OBJECTS_ACCESS_KEY', ['a$b']],
    ['OBJECTS_SECRET_KEY', ['a%b']],
    ['QUEUES_PASSWORD', ['a-long-password$b', '"a-long-password$b"']],
    ['SMTP_URL', ['smtps://me:a$b@mail.example']],
  ])('LIV-114 refuses a %s that docker compose or a URL would read as another', async (name, values) => {
    for (const value of values) {
      await writeFile(join(home, '.env'), `${name}=${value}\n`);
      const { status, stderr } = run();
      expect([value, status, stderr]).toEqual([value, 1, expect.stringContaining(`.env: ${name} `)]);
    }
  });

  it('LIV-114 accepts passwords of one’s own, and dollar signs between single quotes', async () => {
    const own = [
      'POSTGRES_PASSWORD=aB3-._~!*+,=',
      "REDIS_PASSWORD='quoted'",
      "QUEUES_PASSWORD='a-long-password$b'",
      "SMTP_URL='smtps://me:a%24$b@mail.example'",
      'SITE_URL=${PUBLIC_URL}',
    ];
    await writeFile(join(home, '.env'), `${own.join('\n')}\n`);
    expect(run().status).toBe(0);
    expect(await readEnv()).toMatchObject({ POSTGRES_PASSWORD: 'aB3-._~!*+,=' });
  });

  it('OPS-124 writes the secrets of each service to files of its own, with another version after a change', async () => {
    await writeFile(join(home, '.env'), "QUEUES_PASSWORD='a-long-password$b'\nSMTP_URL=smtp://a@b # mine\n");
    run();
    const secret = async (file: string) => readFile(join(home, 'secrets', file), 'utf8');
    const { POSTGRES_PASSWORD, POSTGRES_PRODUCT_PASSWORD, SECRETS_VERSION } = await readEnv();
    expect(await readdir(join(home, 'secrets/redis'))).toEqual(['REDIS_PASSWORD']);
    expect(await readdir(join(home, 'secrets/backend'))).toEqual([
      'ACCOUNT_KEY',
      'DATABASE_URL',
      'REDIS_URL',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
      'SMTP_URL',
    ]);
    expect([await secret('worker/QUEUES_PASSWORD'), await secret('worker/SMTP_URL')]).toEqual([
      'a-long-password$b',
      'smtp://a@b',
    ]);
    expect(await secret('backend/DATABASE_URL')).toContain(`oniverse_product:${POSTGRES_PRODUCT_PASSWORD}@`);
    expect(await secret('migrate/DATABASE_URL')).toContain(`oniverse:${POSTGRES_PASSWORD}@`);
    // Services run as other users, and nobody else may enter the folder around them.
    const modes = ['secrets', 'secrets/worker', 'secrets/worker/SMTP_URL'].map(
      async (path) => (await stat(join(home, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o755, 0o444]);

    run();
    expect((await readEnv())['SECRETS_VERSION']).toBe(SECRETS_VERSION);
    await writeFile(join(home, '.env'), `SECRETS_VERSION=${SECRETS_VERSION}\n`);
    run();
    expect((await readEnv())['SECRETS_VERSION']).not.toBe(SECRETS_VERSION);
    expect(await readdir(join(home, 'secrets/worker'))).not.toContain('QUEUES_PASSWORD');
  });

  it('OPS-124 restores the secrets of a lost .env from their files', async () => {
    await writeFile(
      join(home, '.env'),
      "QUEUES_PASSWORD='a-long-password$b'\nDATABASE_REPLICA_URL=postgres://c/d\n",
    );
    run();
    const { SECRETS_VERSION: _, ...before } = await readEnv();
    await rm(join(home, '.env'));
    run();
    expect(await readEnv()).toMatchObject(before);
  });

  it('restores a lost .env from the containers of the site', async () => {
    const containers = {
      backend: [
        'DATABASE_URL=postgres://oniverse_product:rows@postgres:5432/oniverse',
        'REDIS_URL=redis://other.example:6379',
        'S3_ACCESS_KEY=id',
        'S3_SECRET_KEY=key',
        'ACCOUNT_KEY=account',
        'SMTP_URL=smtps://me:a$b@mail.example:465',
        'MAIL_FROM=',
      ],
      worker: ['QUEUES_PASSWORD=queues'],
      migrate: ['DATABASE_URL=postgres://oniverse:former@postgres:5432/oniverse'],
    };
    await writeContainers(containers);
    expect(run().status).toBe(0);
    const restored = await readEnv();
    expect(restored).toMatchObject({
      POSTGRES_PASSWORD: 'former',
      POSTGRES_PRODUCT_PASSWORD: 'rows',
      OBJECTS_ACCESS_KEY: 'id',
      OBJECTS_SECRET_KEY: 'key',
      ACCOUNT_KEY: 'account',
      QUEUES_PASSWORD: 'queues',
      SMTP_URL: 'smtps://me:a$b@mail.example:465',
      REDIS_PASSWORD: expect.stringMatching(/^[0-9a-f]{48}$/u),
    });
    expect(restored).not.toHaveProperty('MAIL_FROM');

    // An existing .env is kept.
    await writeFile(join(home, 'backend.container'), 'ACCOUNT_KEY=other\n');
    run();
    expect(await readEnv()).toEqual(restored);
  });

  it('LIV-047 restores or names every setting of a lost .env', async () => {
    const files = await Promise.all(COMPOSE_FILES.map(async (file) => readFile(join(ROOT, file), 'utf8')));
    const composed = files.join('\n');
    const example = await readFile(join(ROOT, '.env.example'), 'utf8');
    const names = new Set(Array.from(example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gmu), ([, name = '']) => name));
    const settings = [...names].filter((name) => composed.includes(`\${${name}`));
    expect(settings).toEqual(
      expect.arrayContaining(['BACKUP_AGE_RECIPIENT', 'HTTP_PORT', 'POSTGRES_MEMORY']),
    );
    /** The variables that compose passes on under the same name, each with a value of its own. */
    const passed = settings.filter((name) =>
      new RegExp(`^ +${name}: \\$\\{${name}[:}]`, 'mu').test(composed),
    );
    await writeContainers({
      backend: passed.map((name) => `${name}=former-${name}`),
      postgres: [],
      redis: [],
      backup: [],
    });
    const { status, stderr } = run();
    expect(status).toBe(0);
    const restored = await readEnv();
    for (const name of passed) expect(restored).toMatchObject({ [name]: `former-${name}` });
    expect(restored).toMatchObject({
      COMPOSE_PROFILES: 'postgres,redis,backup',
      COMPOSE_FILE: 'docker-compose.yml:infra/docker/syslog.yml',
      BACKENDS: '1',
    });
    const named = /if they were: (.*)/u.exec(stderr)?.[1]?.split(' ') ?? [];
    const counted = ['BACKENDS', 'WORKERS'];
    expect(named.toSorted()).toEqual(
      settings.filter((name) => !passed.includes(name) && !counted.includes(name)).toSorted(),
    );
  });

  it('does not give a site with a domain the address of this machine', async () => {
    await writeFile(join(home, '.env'), 'SITE_ADDRESS=oniverse.example\n');
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('PUBLIC_URL=https://oniverse.example');
    expect(await readEnv()).not.toHaveProperty('PUBLIC_URL');
  });
});
