import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { HSTS_SCOPES, loadConfig, siteOriginOf } from './config.js';
import { ConfigError } from './variables.js';

// The compiled file: Node cannot run TypeScript.
const MODULE = new URL('../dist/config.js', import.meta.url).href;

const complete = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/oniverse',
  REDIS_URL: 'redis://localhost:6379',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

describe('loadConfig', () => {
  it('LIV-027 has defaults for the optional variables', () => {
    expect(loadConfig(complete)).toMatchObject({
      version: 'dev',
      host: '127.0.0.1',
      port: 3000,
      publicOrigins: [],
      hsts: 'off',
      trustedProxies: [],
      rateLimits: true,
      proofOfWork: false,
      leaveMs: 0,
      logLevel: 'info',
      traces: null,
      clientDir: null,
      healthFile: null,
      workerConcurrency: { prompt: 4, heavy: 1, mail: 2, fetch: 4, bulk: 2 },
      opsHost: '127.0.0.1',
      opsPort: null,
      metricsHost: '127.0.0.1',
      metricsPort: null,
      queuesPassword: null,
      linkPreviews: true,
      mail: null,
      accountKeys: [],
      inboxDir: null,
    });
  });

  it('OPS-080 makes traces only with the address of a collector, of 1 % of requests by default', () => {
    const load = (env: Record<string, string>) => loadConfig({ ...complete, ...env }).traces;
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ endpoint: 'http://collector:4318', ratio: 0.01 });
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '1' })?.ratio).toBe(1);
    expect(load({ OTEL_TRACES_SAMPLER_ARG: '1' })).toBeNull();
    for (const share of ['2', '-1', 'all'])
      expect(() => load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: share })).toThrow(
        'SAMPLER_ARG',
      );
    expect(() => load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('ENDPOINT');
  });

  it('ACC-001 sends mail only with a sender, and from a public host only with its public address', () => {
    const mail = {
      SMTP_URL: 'smtp://user:secret@mail.example:587',
      MAIL_FROM: 'Oniverse <oni@mail.example>',
    };
    const expected = { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM };
    const load = (env: Record<string, string>) => loadConfig({ ...complete, ...mail, ...env }).mail;
    expect(load({})).toEqual(expected);
    expect(load({ HOST: '0.0.0.0', PUBLIC_URL: 'https://oniverse.example' })).toEqual(expected);
    expect(() => load({ HOST: '0.0.0.0' })).toThrow('PUBLIC_URL');
    for (const local of ['http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:8080']) {
      expect(() => load({ HOST: '0.0.0.0', PUBLIC_URL: local })).toThrow('PUBLIC_URL');
    }
    expect(() => load({ SMTP_URL: 'http://mail.example' })).toThrow('SMTP_URL');
    for (const from of ['', 'oni', 'Oniverse <oni>', 'a@b\nBcc: c@d']) {
      expect(() => load({ MAIL_FROM: from })).toThrow('MAIL_FROM');
    }
  });

  it('ACC-033 reads the keys of authenticator apps', () => {
    const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const keysOf = (value: string) => loadConfig({ ...complete, ACCOUNT_KEY: value }).accountKeys;
    expect(keysOf(one)).toEqual([Buffer.alloc(32, 0xab)]);
    expect(keysOf(`${two},${one}`)).toEqual([Buffer.alloc(32, 0xcd), Buffer.alloc(32, 0xab)]);
  });

  it.each(['0.0.0.0', '::', '192.0.2.7'])(
    'ACC-004 does not take the address of a site at %s from requests, so it requires PUBLIC_URL',
    (HOST) => {
      for (const NODE_ENV of ['production', 'development', undefined]) {
        expect(() => loadConfig({ ...complete, HOST, NODE_ENV })).toThrow('PUBLIC_URL');
        const { publicOrigins } = loadConfig({ ...complete, HOST, NODE_ENV, PUBLIC_URL: 'http://a.example' });
        expect(publicOrigins).toEqual(['http://a.example']);
      }
    },
  );

  it('binds browsers to TLS on the host alone, unless the operator says otherwise', () => {
    const scopeOf = (env: Record<string, string>) => loadConfig({ ...complete, ...env }).hsts;
    const overTls = { PUBLIC_URL: 'http://a.example, https://oniverse.example' };
    expect(scopeOf({})).toBe('off');
    expect(scopeOf({ PUBLIC_URL: 'http://localhost:8080' })).toBe('off');
    expect(scopeOf(overTls)).toBe('host');
    for (const HSTS of HSTS_SCOPES) expect(scopeOf({ ...overTls, HSTS })).toBe(HSTS);
    expect(() => scopeOf({ HSTS: 'subdomains' })).toThrow('PUBLIC_URL');
  });

  it('ACC-004 uses the first public address for what others open, else this machine', () => {
    expect(siteOriginOf(loadConfig({ ...complete, PORT: '3100' }))).toBe('http://localhost:3100');
    const addresses = 'https://a.example, https://b.example';
    expect(siteOriginOf(loadConfig({ ...complete, PUBLIC_URL: addresses }))).toBe('https://a.example');
  });

  it.each(Object.keys(complete))('LIV-027 names %s if it is missing', (name) => {
    expect(() => loadConfig({ ...complete, [name]: ' ' })).toThrow(ConfigError);
    expect(() => loadConfig({ ...complete, [name]: undefined })).toThrow(name);
  });

  it.each([
    ['DATABASE_URL', 'mysql://localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['S3_ENDPOINT', 'localhost'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'oniverse.example'],
    ['PUBLIC_URL', 'https://a.example, https://oniverse.example/oni'],
    ['PUBLIC_URL', 'https://oniverse.example/?a=b'],
    ['PUBLIC_URL', 'https://me:secret@oniverse.example'],
    ['RATE_LIMITS', 'maybe'],
    ['MAX_SOCKETS', '0'],
    ['PROOF_OF_WORK', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['WORKER_PROMPT_JOBS', '0'],
    ['WORKER_HEAVY_JOBS', '65'],
    ['WORKER_FETCH_JOBS', '-1'],
    ['WORKER_BULK_JOBS', 'many'],
    ['LINK_PREVIEWS', 'no'],
    ['OPS_PORT', 'metrics'],
    ['METRICS_PORT', '65536'],
    ['QUEUES_PASSWORD', 'short'],
    ['ACCOUNT_KEY', 'short'],
    ['HSTS', 'max-age=0'],
  ])('LIV-027 names %s if it is %s', (name, value) => {
    expect(() => loadConfig({ ...complete, [name]: value })).toThrow(name);
  });

  it('LIV-027 takes commas in credentials and a socket as the host', () => {
    for (const DATABASE_URL of [
      'postgres://u:p,w@db/oniverse',
      'postgres://u@db/oniverse?host=/run/postgresql',
    ]) {
      expect(loadConfig({ ...complete, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    }
  });

  it('reads the concurrency of each queue, and requires OPS_PORT for the queues page', () => {
    const given = {
      ...complete,
      WORKER_PROMPT_JOBS: '8',
      WORKER_HEAVY_JOBS: '2',
      WORKER_MAIL_JOBS: '5',
      WORKER_FETCH_JOBS: '6',
      WORKER_BULK_JOBS: '3',
      QUEUES_PASSWORD: 'sixteen letters!',
    };
    expect(loadConfig({ ...given, OPS_PORT: '9100', OPS_HOST: '0.0.0.0' })).toMatchObject({
      workerConcurrency: { prompt: 8, heavy: 2, mail: 5, fetch: 6, bulk: 3 },
      opsHost: '0.0.0.0',
      opsPort: 9_100,
      queuesPassword: 'sixteen letters!',
    });
    expect(() => loadConfig(given)).toThrow('OPS_PORT');
  });

  it('TLK-321 has previews of links unless the operator switches them off', () => {
    expect(loadConfig(complete)).toMatchObject({ linkPreviews: true });
    expect(loadConfig({ ...complete, LINK_PREVIEWS: 'off' })).toMatchObject({ linkPreviews: false });
  });

  it('reads several origins of the site', () => {
    const { publicOrigins } = loadConfig({
      ...complete,
      PUBLIC_URL: 'https://a.example/, http://b.example:8080',
    });
    expect(publicOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  });
});

describe('loadProcessConfig', () => {
  it('ends the process with one line if a variable is missing', () => {
    const program = `const { loadConfig, loadProcessConfig } = await import('${MODULE}'); loadProcessConfig(loadConfig)`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: {},
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'DATABASE_URL is not set. See .env.example.\n',
    });
  });
});
