import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const listFiles = (root: string, folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: folder === 'docs' })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
const scriptPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Stands in for docker: records each call with the version in .env, and fails at a call that contains `$FAILS_AT`. */
const DOCKER = `#!/bin/sh
echo "$(sed -n 's/^ONIVERSE_VERSION=//p' .env): $*" >> calls
case "$*" in
  *" --quiet backend") printf 'a\\nb\\n' ;;
  *" --quiet worker") printf 'd\\ne\\n' ;;
  *" redis-cli") printf 'OK\\nOK\\n' ;;
  *"config --services") printf 'backend\\nworker\\npostgres\\nbackup\\nmigrate\\nobjects-owner\\n' ;;
  *pg_is_in_recovery*) echo f ;;
  *compose.project*) echo site ;;
  "network inspect"*) if [ "$LACKS" = networks ]; then exit 1; fi ;;
  *" --quiet postgres") echo p ;;
  *NetworkSettings*" a") echo site_edge ;;
  *"up --dry-run"*) echo ' DRY-RUN MODE -  Container oniverse-redis-1  Recreate' ;;
esac
case "$*" in *"$FAILS_AT"*) exit 1 ;; esac
`;
const INIT_ENV = `#!/bin/sh
echo init-env >> calls
sed -i 's/^ONIVERSE_VERSION=.*/ONIVERSE_VERSION=new/' .env
`;
const BACKUP = `#!/bin/sh
echo backup >> calls
`;
const WRITE_SECRETS = `#!/bin/sh
echo write-secrets >> calls
`;
const UP = 'new: compose --profile upgrade up --detach --wait --no-deps --no-build';
const step = (service: string, count: number) => `${UP} --no-recreate --scale ${service}=${count} ${service}`;
const SIZE = 'BACKENDS=2\nWORKERS=2\n';
/** Two backends move to the helper service and back, one at a time. */
const ROLL = [
  step('backend-next', 1),
  step('backend', 1),
  step('backend-next', 2),
  step('backend', 0),
  step('backend', 1),
  step('backend-next', 1),
  step('backend', 2),
  step('backend-next', 0),
  'new: compose up --detach --wait --no-deps --no-build worker',
];

/** The gateway runs with the Caddyfile of this version, unless the call fails. */
const IS_LOADED = expect.stringMatching(/exec -T gateway sh -c \[ \S+ -nt \/etc\/caddy\/Caddyfile \]$/u);

describe('the scripts of operators', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'oniverse-scripts-'));
    mkdirSync(join(folder, 'infra/ops'), { recursive: true });
    for (const name of [
      'find',
      'upgrade',
      'roll',
      'rotate',
      'restore',
      'recover',
      'try-escapes',
      'previous-release',
      'reload-gateway',
    ])
      cpSync(scriptPath(name), join(folder, 'infra/ops', name));
    stand('infra/ops/init-env', INIT_ENV);
    stand('infra/ops/backup', BACKUP);
    stand('infra/ops/write-secrets', WRITE_SECRETS);
    stand('docker', DOCKER);
    // The real one waits for the gateway.
    stand('sleep', '#!/bin/sh\n');
    writeEnv('ONIVERSE_VERSION=old\n');
  });

  const stand = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 });

  afterEach(() => rmSync(folder, { recursive: true }));

  const writeEnv = (text: string) => writeFileSync(join(folder, '.env'), SIZE + text);
  const env = () => readFileSync(join(folder, '.env'), 'utf8').replace(SIZE, '');

  /** Runs a script with the stand-ins. Returns all calls of the test that change something. */
  const run = (name: string, args: string[] = [], failsAt = 'nothing', env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'infra/ops', name), ...args], {
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, FAILS_AT: failsAt, ...env },
      encoding: 'utf8',
    });
    const calls = readFileSync(join(folder, 'calls'), { encoding: 'utf8', flag: 'a+' }).trim().split('\n');
    const changes = calls.filter((call) =>
      / (build|run|up|rm|stop|exec|tag|connect|restart) |^backup|build$/u.test(call),
    );
    return { status, stdout, stderr, changes };
  };

  it('OPS-074 find prints what all services logged about a request, in order of time', () => {
    const line = (service: string, second: number, requestId: string, more = '') =>
      `${service} | {"level":"info","time":"2026-11-30T20:00:0${second}.000Z","requestId":"${requestId}"${more}}`;
    const id = '7f3a9c21-6f0b-4d53-9a39-5a8f4e0c2b11';
    const lines = [
      line('worker-1', 3, id, ',"msg":"Job failed"'),
      line('backend-1', 1, id),
      line('backend-1', 2, '00000000-6f0b-4d53-9a39-7f3a9c215a8f'),
      'postgres-1 | 2026-11-30 20:00:00 UTC LOG: ready',
      line('gateway-1', 2, id),
    ];
    writeFileSync(join(folder, 'lines'), lines.join('\n'));
    stand('docker', DOCKER.replace('esac', '  *" logs "*) cat lines ;;\n  *" --quiet") echo a ;;\nesac'));
    const found = [lines[1], lines[4], lines[0]].join('\n');
    for (const given of [id, '7f3a9c21']) {
      expect(run('find', [given])).toMatchObject({ status: 0, stdout: `${found}\n` });
    }
    expect(run('find', ['12345678'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No log line'),
    });
    expect(run('find', ['.*'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Give the code'),
    });
    // Beside `npm start`.
    stand('docker', '#!/bin/sh\nexit 1\n');
    mkdirSync(join(folder, '.oniverse/logs'), { recursive: true });
    writeFileSync(join(folder, '.oniverse/logs/backend.log'), `${line('', 1, id).slice(3)}\n`);
    expect(run('find', ['7f3a9c21'])).toMatchObject({ status: 0, stdout: `${line('backend', 1, id)}\n` });
  });

  it('OPS-130 try-escapes shows what it tried in each container, and fails if a way out is open', () => {
    const answer = (open: number, count = 15) => {
      const lines = Array.from(
        { length: count },
        (_, n) => `${n + 1} ${n + 1 === open ? 'open' : 'refused'}`,
      );
      writeFileSync(join(folder, 'lines'), `${lines.join('\n')}\n`);
      return run('try-escapes');
    };
    const answers = '  *"exec --interactive a sh"*) cat > /dev/null; cat lines ;;';
    stand(
      'docker',
      DOCKER.replace('esac', `  *" ps --format"*) echo "a backend site-backend-1" ;;\n${answers}\nesac`),
    );
    mkdirSync(join(folder, 'secrets/backend'), { recursive: true });
    const row = (cells: string) => expect.stringMatching(new RegExp(`^site-backend-1 +${cells}$`, 'mu'));
    expect(answer(0)).toMatchObject({ status: 0, stdout: row('(?:  \\.){15}') });
    expect(answer(8)).toMatchObject({ status: 1, stdout: row('(?:  \\.){7}  X(?:  \\.){7}') });
    expect(answer(0, 3)).toMatchObject({ status: 1, stderr: '1 containers did not answer.\n' });
  });

  it('upgrade backs up, migrates and replaces the backends one by one, as many as before', () => {
    const { status, stdout, changes } = run('upgrade');
    expect([status, changes]).toEqual([
      0,
      [
        'new: compose build',
        'new: network connect --alias postgres site_data p',
        'new: network connect --alias backend site_edge b',
        'backup',
        'new: compose run --rm --no-deps migrate',
        `${UP} gateway`,
        IS_LOADED,
        ...ROLL,
        `${UP} backup`,
        'new: network rm site_inner site_outer',
        'new: compose up --dry-run --no-build',
      ],
    ]);
    expect(stdout).toContain('docker compose up --detach --wait --no-deps redis\n');
    expect(env()).toBe('ONIVERSE_VERSION=new\nPREVIOUS_VERSION=old\n');
  });

  it('OPS-168 upgrade lets the gateway load another Caddyfile, or restarts it if it does not', () => {
    expect(run('upgrade', [], ' -nt ').changes).toEqual(
      expect.arrayContaining([
        IS_LOADED,
        expect.stringContaining('sh -c caddy validate'),
        expect.stringContaining('kill -USR1 1'),
        ROLL[0],
      ]),
    );
    const refused = run('reload-gateway', [], 'caddy validate');
    expect([refused.status, refused.changes.at(-1)]).toEqual([1, expect.stringContaining('caddy validate')]);
    expect(run('reload-gateway', [], 'kill').changes.at(-1)).toBe('new: compose restart gateway');
  });

  it('OPS-122 upgrade makes the networks of the new version before the containers of the former one join them', () => {
    const { status, changes } = run('upgrade', [], 'nothing', { LACKS: 'networks' });
    expect(status).toBe(0);
    expect(changes.slice(1, 5)).toEqual([
      'new: compose --profile upgrade up --no-start --no-recreate --no-deps --no-build backend-next',
      'new: compose --profile upgrade rm --force backend-next',
      'new: network connect --alias postgres site_data p',
      'new: network connect --alias backend site_edge b',
    ]);
    const failed = run('upgrade', [], 'connect', { LACKS: 'networks' });
    expect([failed.status, failed.stderr]).toEqual([
      1,
      expect.stringContaining('The old version keeps running'),
    ]);
  });

  it('upgrade asks compose nothing before .env has the settings that the new version requires', () => {
    run('upgrade');
    const [first] = readFileSync(join(folder, 'calls'), 'utf8').split('\n');
    expect(first).toBe('init-env');
  });

  it('LIV-048 roll starts as many backends as .env says, also after it failed', () => {
    writeEnv('ONIVERSE_VERSION=new\n');
    expect(run('roll')).toMatchObject({ status: 0, changes: ROLL });
    writeFileSync(join(folder, '.env'), 'ONIVERSE_VERSION=new\nBACKENDS=3\n');
    expect(run('roll').changes.slice(ROLL.length)).toEqual(
      expect.arrayContaining([step('backend-next', 3), step('backend', 3)]),
    );
    writeFileSync(join(folder, '.env'), 'ONIVERSE_VERSION=new\n');
    expect(run('roll')).toMatchObject({ status: 1, stderr: expect.stringContaining('init-env') });
  });

  it('LIV-048 no command of the guide or a script shrinks the site or replaces all of it at once', () => {
    const root = join(fileURLToPath(import.meta.url), '../../..');
    const guides = ['README.md', '.env.example', 'CONTRIBUTING.md', ...listFiles(root, 'docs', '.md')];
    const scripts = listFiles(root, 'infra/ops', '').filter((file) => !file.includes('.'));
    const commands = [...guides, ...scripts].flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .replaceAll('\\\n', '')
        .split('\n')
        .flatMap((line) => line.match(/docker compose (?:--profile \S+ )?(?:up --|create )[^`#'"|]*/gu) ?? [])
        .map((command) => `${file}: ${command.trim()}`),
    );
    expect(commands.length).toBeGreaterThan(10);
    // `up` alone applies all settings to all services at once; a name without --no-deps does so to those it depends on.
    const isGentle = (command: string) =>
      /--(?:build|no-recreate|dry-run|no-deps)\b/u.test(command) &&
      (!command.includes('--scale') || command.startsWith('infra/ops/roll'));
    // Nothing runs yet.
    const starts = ['infra/ops/roll: docker compose up --detach --wait --no-build; fi'];
    expect(commands.filter((command) => !isGentle(command) && !starts.includes(command))).toEqual([]);
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    expect(compose.match(/replicas: .*/gu)).toEqual(['replicas: ${BACKENDS:-1}', 'replicas: ${WORKERS:-1}']);
  });

  it('upgrade --back rolls to the images of the previous version without a build or a migration', () => {
    writeEnv('PREVIOUS_VERSION=new\nONIVERSE_VERSION=newest\n');
    const { status, changes } = run('upgrade', ['--back']);
    expect([status, changes]).toEqual([0, ROLL]);
    expect(env()).toBe('PREVIOUS_VERSION=newest\nONIVERSE_VERSION=new\n');
    writeEnv('ONIVERSE_VERSION=new\n');
    expect(run('upgrade', ['--back'])).toMatchObject({
      status: 1,
      stderr: 'There are no images of an earlier version here.\n',
    });
  });

  it('upgrade names the images of the first release, which had no version', () => {
    writeEnv('');
    const { changes } = run('upgrade', ['--no-backup'], 'build');
    const name = readFileSync(scriptPath('previous-release'), 'utf8').slice(0, 7);
    expect(changes[0]).toBe(`: tag oniverse-server oniverse-server:${name}`);
    expect(env()).toBe(`ONIVERSE_VERSION=${name}\n`);
  });

  it.each(['compose build', 'run --rm --no-deps migrate'])(
    'upgrade replaces nothing when this fails: %s',
    (failing) => {
      const { status, stderr, changes } = run('upgrade', [], failing);
      expect([status, env()]).toEqual([1, 'ONIVERSE_VERSION=old\n']);
      expect(stderr).toContain('The old version keeps running');
      expect(changes.at(-1)).toBe(`new: ${failing.includes('compose') ? '' : 'compose '}${failing}`);
    },
  );

  it('upgrade keeps the old backends when a new one does not start', () => {
    const { status, stderr, changes } = run('upgrade', [], 'backend-next=1');
    expect([status, env()]).toEqual([1, 'ONIVERSE_VERSION=old\n']);
    expect(stderr).toContain('Going back to old');
    expect(changes.slice(-3)).toEqual([
      step('backend-next', 1),
      'new: compose --profile upgrade rm --stop --force backend-next',
      'old: compose --profile upgrade rm --stop --force backend-next',
    ]);
  });

  it('OPS-160 upgrade starts only from a running site, and else leaves .env as it was', () => {
    writeFileSync(join(folder, 'docker'), '#!/bin/sh\n: >> calls\n', { mode: 0o755 });
    expect(run('upgrade')).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing runs here') });
    expect(env()).toBe('ONIVERSE_VERSION=old\n');
  });

  describe('rotate', () => {
    const rotate = (what: string, failsAt?: string) => {
      const { status, changes } = run('rotate', [what], failsAt);
      return { status, changes };
    };
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'mu').exec(env())?.[1];

    beforeEach(() => writeEnv('ONIVERSE_VERSION=new\nACCOUNT_KEY=former\n'));

    it('lets the servers use another role of PostgreSQL until theirs has the new password, and changes the administrator’s', () => {
      const psql =
        'new: compose exec -T postgres psql --quiet --set ON_ERROR_STOP=1 --username oniverse --dbname oniverse';
      const up = 'new: compose up --detach --wait --no-deps --no-build --no-recreate postgres';
      expect(rotate('postgres')).toEqual({
        status: 0,
        changes: [up, psql, ...ROLL, psql, ...ROLL, psql, psql],
      });
      const passwords = [value('POSTGRES_PASSWORD'), value('POSTGRES_PRODUCT_PASSWORD')];
      for (const password of passwords) expect(password).toMatch(/^[0-9a-f]{48}$/u);
      expect(new Set(passwords).size).toBe(2);
      expect([value('DATABASE_URL'), value('PRODUCT_DATABASE_URL')]).toEqual([undefined, undefined]);
    });

    it.each([
      ['redis', 'REDIS_PASSWORD', []],
      ['objects', 'OBJECTS_SECRET_KEY', ['compose stop objects', 'compose run --rm objects-owner']],
    ])('restarts %s with the new secret', (part, name, before) => {
      const { status, changes } = rotate(part);
      expect([status, changes]).toEqual([0, expect.arrayContaining(ROLL)]);
      const restart = `compose up --detach --wait --no-deps --no-build --force-recreate ${part}`;
      const steps = [...before, restart].map((call) => `new: ${call}`);
      expect(changes.filter((call) => steps.includes(call))).toEqual(steps);
      expect(value(name)).toMatch(/^[0-9a-f]{48}$/u);
    });

    it('keeps the former ACCOUNT_KEY until the new one encrypts everything', () => {
      const reseal = 'new: compose run --rm --no-deps ops account-key:reseal';
      expect(rotate('account')).toEqual({ status: 0, changes: [...ROLL, reseal, ...ROLL] });
      const key = value('ACCOUNT_KEY');
      expect(key).toMatch(/^[0-9a-f]{64}$/u);
      rotate('account', 'reseal');
      expect(value('ACCOUNT_KEY')).toMatch(new RegExp(`^[0-9a-f]{64},${key}$`, 'u'));
    });
  });

  it('restore starts the databases of a new machine, and then the site as large as it was', () => {
    const { status, changes } = run('restore');
    expect([status, changes]).toEqual([
      0,
      [
        'old: compose --profile backup stop backend worker backup',
        'old: compose up --detach --wait --no-recreate postgres',
        'old: compose run --rm ops backup:restore latest --replace',
        'old: compose up --detach --wait --no-recreate',
      ],
    ]);
    const failed = run('restore', [], 'backup:restore');
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('The site is stopped')]);
  });

  it('recover replaces the data of PostgreSQL while it is stopped, and starts the site as large as it was', () => {
    writeFileSync(join(folder, 'docker'), DOCKER.replace('backup', 'recovery'), { mode: 0o755 });
    const start = 'compose up --detach --wait --no-recreate';
    // `recovery` shares the network of PostgreSQL, so it cannot run now.
    const replace =
      'compose run --rm --no-deps --user root --cap-add CHOWN --cap-add DAC_OVERRIDE --cap-add FOWNER ' +
      '--volume ./infra/postgres:/scripts:ro --entrypoint sh postgres /scripts/recover';
    const moment = '2026-11-27 03:00:00+00';
    writeEnv('ONIVERSE_VERSION=old\nPOSTGRES_PASSWORD=present\n');
    const { status, changes } = run('recover', [moment]);
    // The moment may lie before a rotation.
    expect(changes).toContainEqual(
      expect.stringContaining('psql --quiet --set ON_ERROR_STOP=1 --set password=present'),
    );
    expect([status, changes.filter((call) => !call.includes(' exec '))]).toEqual([
      0,
      [
        'old: compose stop backend worker recovery',
        'old: compose stop postgres',
        `old: ${replace} ${moment}`,
        'old: compose up --detach --wait --no-deps --no-recreate postgres',
        'old: compose run --rm --no-deps migrate',
        'old: compose run --rm --no-deps ops recovery:finish 2026-11-27T03:00:00Z',
        `old: ${start}`,
      ],
    ]);
    const half = run('recover', [moment], 'recovery:finish');
    expect([half.status, half.changes.at(-1)]).toEqual([1, expect.stringContaining('recovery:finish')]);
    const failed = run('recover', [moment], 'scripts/recover');
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining(`docker ${start}`)]);
  });
});
