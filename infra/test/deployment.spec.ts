import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { MESSAGES, UPLOAD } from '@oniverse/contracts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('versions', () => {
  it('name each image of the product, which says so itself', () => {
    const images = [...read('docker-compose.yml').matchAll(/^ +image: (oniverse\S*)$/gmu)].map(
      ([, image]) => image,
    );
    expect(images.length).toBeGreaterThan(1);
    for (const image of images)
      expect(image).toMatch(/^oniverse-\w+:\$\{(?:ONIVERSE|GATEWAY)_VERSION:-dev\}$/u);
    expect(read('infra/docker/Dockerfile')).toMatch(
      /^LABEL .*org\.opencontainers\.image\.version=\$ONIVERSE_VERSION$/mu,
    );
  });
});

describe('docker-compose.yml', () => {
  /** The service accounts of Kubernetes, and what only `npm start` reads. */
  const NOT_PASSED = /^AWS_|^(?:HOST|PORT|ONIVERSE_DATA)$/u;

  it('LIV-027 passes on each setting of .env.example that the servers read', () => {
    const [ofServers = ''] = read('.env.example').split('# ---- Only for docker compose');
    const names = Array.from(ofServers.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gmu), ([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['DATABASE_DIRECT_URL', 'REDIS_CA_FILE', 'S3_ADDRESSING']));
    const [servers = ''] = read('docker-compose.yml').split(/^services:$/mu);
    const missing = names.filter((name) => !NOT_PASSED.test(name) && !servers.includes(`\${${name}:`));
    expect(missing).toEqual([]);
  });

  it('LIV-118 gives the certificates of the operator to each server', () => {
    const [shared = '', services = ''] = read('docker-compose.yml').split(/^services:$/mu);
    expect(shared).toMatch(
      /^ {4}- &certificates \$\{CERTIFICATES_FOLDER:-.*:\/run\/oniverse\/certificates:ro$/mu,
    );
    const servers = services.split(/^(?= {2}\w[\w-]*:)/mu).filter((text) => text.includes('<<: *server\n'));
    expect(servers.length).toBeGreaterThan(3);
    const own = servers.filter((text) => text.includes(' volumes:'));
    for (const text of own)
      expect(text).toMatch(/^ {4}volumes: (?:&backup-volumes\n {6}- \*certificates$|\*backup-volumes$)/mu);
  });

  it('lets no service with a health check inherit the processes of checks that were cut off', () => {
    const services =
      read('docker-compose.yml')
        .split(/^services:$/mu)[1]
        ?.split(/^(?= {2}\w[\w-]*:)/mu) ?? [];
    const checked = services.filter((text) => text.includes('healthcheck:'));
    expect(checked.length).toBeGreaterThan(5);
    for (const text of checked) expect(text).toMatch(/^ {4}(?:init: true|<<: \*server)$/mu);
  });
});

describe('compose.recovery.yml', () => {
  it('has no service whose PostgreSQL is missing when a script selects other profiles', () => {
    const service = read('compose.recovery.yml')
      .split(/^(?= {2}\w[\w-]*:)/mu)
      .find((text) => text.startsWith('  recovery:'));
    expect(service).toMatch(/depends_on:\n {6}postgres:/u);
    expect(service).toMatch(/^ {4}profiles: \[postgres\]$/mu);
  });
});

describe('Caddyfile', () => {
  it('lets the largest picture pass, and nothing much larger', () => {
    const megabytes = Number(/^\s*max_size (\d+)MB$/mu.exec(read('infra/docker/Caddyfile'))?.[1]);
    expect(megabytes * 1_000_000).toBeGreaterThan(UPLOAD.maxBytes);
    expect(megabytes * 1_000_000).toBeLessThan(1.1 * UPLOAD.maxBytes);
  });

  it('OPS-070 the gateway gives requests an id, unless a trusted proxy did, and answers and logs its own errors with it', () => {
    const text = read('infra/docker/Caddyfile');
    const form = new RegExp(/header_regexp X-Request-Id `(.*)`/u.exec(text)?.[1] ?? '', 'u');
    const id = '7f3a9c21-6f0b-4d53-9a39-5a8f4e0c2b11';
    const given = [id, id.replaceAll('-', ''), `${id}0`, id.toUpperCase(), ''];
    expect(given.map((each) => form.test(each))).toEqual([true, true, false, false, false]);
    expect(text).toMatch(/not \{\n\t+vars trusted_proxy true\n\t+header_regexp X-Request-Id/u);
    const [, answer = ''] = /respond @code `(.*)`/u.exec(text) ?? [];
    expect(JSON.parse(answer.replace('{err.status_code}', '504'))).toEqual({
      statusCode: 504,
      code: 'unavailable',
      ...MESSAGES.unavailable,
      message: `${MESSAGES.unavailable.message} Code {re.code.1}.`,
      requestId: '{http.request.header.X-Request-Id}',
    });
    for (const setting of [
      'time_key time',
      'log_append part gateway',
      'log_append requestId {http.request.header.X-Request-Id}',
      'header x-request-id {http.request.header.X-Request-Id}',
    ])
      expect(text).toContain(`\t${setting}\n`);
  });
});

describe('Dockerfile', () => {
  it('OPS-076 has the smoke test and what it imports', () => {
    expect(read('infra/docker/Dockerfile')).toContain(
      'COPY --from=build /app/infra/dist/smoke infra/dist/smoke\n',
    );
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('infra/package.json'));
    const imported = ['main.ts', 'site.ts'].flatMap((file) =>
      Array.from(read(`infra/smoke/${file}`).matchAll(/from '([^.':][^':]*)'/gu), ([, name = '']) => name),
    );
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imported));
    expect(read('infra/ops/smoke')).toContain('ops infra/dist/smoke/main.js');
  });
});
