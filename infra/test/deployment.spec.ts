import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { MESSAGES, UPLOAD } from '@oniverse/contracts';
import { STALL_TIMEOUT_MS } from '@oniverse/platform';

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
    const secrets = read('infra/ops/write-secrets');
    const isPassed = (name: string) =>
      servers.includes(`\${${name}:`) || new RegExp(`\\b${name}\\b`, 'u').test(secrets);
    expect(names.filter((name) => !NOT_PASSED.test(name) && !isPassed(name))).toEqual([]);
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
      expect(text).toMatch(
        /^ {4}volumes:(?:(?: &backup-volumes)?\n {6}- \*certificates$| \*backup-volumes$)/mu,
      );
  });

  it('OPS-123 has no secret in the settings of a container', () => {
    const secrets = read('infra/ops/write-secrets');
    const names = new Set(secrets.match(/\b[A-Z][A-Z0-9_]*_(?:URL|KEY|PASSWORD)\b/gu));
    expect(names.size).toBeGreaterThan(14);
    const composed = ['docker-compose.yml', 'compose.recovery.yml'].map(read).join('\n');
    expect([...names].filter((name) => composed.includes(`\${${name}`))).toEqual([]);
    // No service starts with an empty folder in the place of its secrets.
    expect(composed.match(/\$\{SECRETS_FOLDER:-/gu)).toHaveLength(
      composed.match(/create_host_path: false/gu)?.length ?? 0,
    );
  });

  it('OPS-120 lets each service reach those that it needs, and only two networks lead out', () => {
    const compose = read('docker-compose.yml');
    const [, services = '', networks = ''] = compose.split(/^(?:services|networks):$/mu);
    const shared = /^ {2}networks: \[(.*)\]$/mu.exec(compose)?.[1];
    const networksOf = (service: string): string[] => {
      const text =
        new RegExp(`^ {2}${service}:(?: &\\w+)?\\n((?: {4}.*\\n|\\n)+)`, 'mu').exec(services)?.[1] ?? '';
      const inline = /^ {4}networks: \[(.*)\]$/mu.exec(text)?.[1] ?? shared ?? '';
      const block = /^ {4}networks:\n((?: {6}.*\n)+)/mu.exec(text)?.[1];
      return block
        ? Array.from(block.matchAll(/^ {6}(\w+):/gmu), ([, name = '']) => name)
        : inline.split(', ');
    };
    expect({
      gateway: networksOf('gateway'),
      backend: networksOf('backend'),
      worker: networksOf('worker'),
      migrate: networksOf('migrate'),
      postgres: networksOf('postgres'),
      redis: networksOf('redis'),
      objects: networksOf('objects'),
      prometheus: networksOf('prometheus'),
      alertmanager: networksOf('alertmanager'),
      node: networksOf('node'),
    }).toEqual({
      gateway: ['public', 'edge', 'queues'],
      backend: ['edge', 'data', 'egress', 'metrics'],
      worker: ['queues', 'data', 'egress', 'metrics'],
      migrate: ['data', 'egress'],
      postgres: ['data'],
      redis: ['data'],
      objects: ['data'],
      prometheus: ['monitoring', 'metrics', 'public'],
      alertmanager: ['monitoring', 'egress'],
      node: ['monitoring'],
    });
    const definitions =
      networks
        .split('\nvolumes:')[0]
        ?.split(/^(?= {2}\w+:$)/mu)
        .slice(1) ?? [];
    const open = definitions
      .filter((text) => !text.includes('    internal: true'))
      .map((text) => text.split(':')[0]?.trim());
    expect(open).toEqual(['public', 'egress']);
  });

  it('OPS-128 takes all capabilities from each service, and lets it write to its volumes only', () => {
    const [shared = '', services = ''] = read('docker-compose.yml').split(/^(?:services|networks):$/mu);
    const texts = [shared, ...services.split(/^(?= {2}\w[\w-]*:)/mu).slice(1)].filter(
      (text) => !/^ {4}<<: \*(?:server|backend|monitoring)$/mu.test(text),
    );
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) {
      expect(text).toMatch(/^ {2,4}cap_drop: \[ALL\]$/mu);
      expect(text).toMatch(/^ {2,4}security_opt: \['no-new-privileges:true'\]$/mu);
      expect(text).toMatch(/^ {2,4}read_only: true$/mu);
    }
    const added = Array.from(services.matchAll(/^ {4}cap_add: \[(.*)\]$/gmu), ([, names]) => names);
    // Of the gateway for its ports, and of the one-shot service that gives files to the user of the store.
    expect(added).toEqual(['NET_BIND_SERVICE', 'CHOWN, DAC_READ_SEARCH']);
    for (const name of ['postgres', 'objects']) {
      expect(texts.find((text) => text.startsWith(`  ${name}:`))).toMatch(/^ {4}user: (?!root)/mu);
    }
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
  it('OPS-119 takes a certificate of the operator for the site', () => {
    expect(read('infra/docker/Caddyfile')).toMatch(/^\{\$SITE_ADDRESS\} \{\n\t\{\$GATEWAY_TLS\}$/mu);
    expect(read('docker-compose.yml')).toContain(
      'GATEWAY_TLS: ${TLS_CERT_FILE:+tls ${TLS_CERT_FILE:-} ${TLS_KEY_FILE:-}}',
    );
  });

  it('OPS-126 waits five seconds for the answer of a backend, and longer than a backend for the object store', () => {
    const waits = [
      ...read('infra/docker/Caddyfile').matchAll(/import (?:healthy-)?backends (\d+)s (\d+)s \d+s$/gmu),
    ];
    expect(waits).toHaveLength(4);
    for (const [, answer, backend] of waits) {
      expect(Number(answer)).toBeLessThanOrEqual(5);
      // A call that waited for an answer is not tried again.
      expect(Number(backend)).toBeLessThan(5);
    }
    expect(Math.max(...waits.map(([, answer]) => Number(answer)))).toBeGreaterThan(STALL_TIMEOUT_MS / 1_000);
  });

  it('OPS-167 waits at most a second before it ends, and asks only the engine for backends', () => {
    expect(read('infra/docker/Caddyfile')).toMatch(/^\tgrace_period 1s$/mu);
    expect(read('docker-compose.yml')).toMatch(/^ +dns_opt: \['ndots:1'\]\n +dns_search: \['\.'\]$/mu);
  });

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
