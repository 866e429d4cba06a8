import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadOrCreateSecrets } from './secrets.js';
import { opsEnvironment, readSettings } from './settings.js';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'oniverse-settings-'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe('readSettings', () => {
  it('has defaults', () => {
    expect(readSettings(root, {})).toMatchObject({
      dataDir: join(root, '.oniverse'),
      host: '127.0.0.1',
      port: 3000,
      bucket: 'oniverse',
      opsPort: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      objectStore: undefined,
    });
  });

  it('gives each server its own OPS_PORT, if one is set', () => {
    const servers = ['backend', 'worker'] as const;
    const without = readSettings(root, {});
    expect(servers.map((server) => opsEnvironment(without, server))).toEqual([{}, {}]);
    const settings = readSettings(root, { OPS_PORT: '9100' });
    expect(servers.map((server) => opsEnvironment(settings, server))).toEqual([
      { OPS_PORT: '9100' },
      { OPS_PORT: '9101' },
    ]);
    expect(() => readSettings(root, { OPS_PORT: 'none' })).toThrow('OPS_PORT');
  });

  it('LIV-071 leaves keys of a store that expire to the servers', () => {
    const S3_ENDPOINT = 'https://s3.example';
    for (const keys of [{ S3_CREDENTIALS_FILE: 'keys' }, { AWS_WEB_IDENTITY_TOKEN_FILE: 'token' }]) {
      const { objectStore, env } = readSettings(root, { S3_ENDPOINT, ...keys });
      expect(objectStore).toEqual({ endpoint: S3_ENDPOINT, accessKey: '', secretKey: '' });
      expect(env).toMatchObject(keys);
    }
    expect(() => readSettings(root, { S3_ENDPOINT })).toThrow('S3_ACCESS_KEY and S3_SECRET_KEY');
  });

  it('reads .env, overridden by the environment, and ignores empty values', async () => {
    await writeFile(
      join(root, '.env'),
      'PORT=4000\nHOST="::1"\n# a comment\nDATABASE_URL=\nLOG_LEVEL=debug\n',
    );
    const settings = readSettings(root, { PORT: '5000', ONIVERSE_DATA: '../elsewhere' });
    expect(settings).toMatchObject({ port: 5000, host: '::1', databaseUrl: undefined });
    expect(settings.dataDir).toBe(join(root, '..', 'elsewhere'));
    expect(settings.env).toMatchObject({ LOG_LEVEL: 'debug', PORT: '5000' });
  });

  it.each([
    ['', 'http://localhost:8080', undefined],
    ['HTTP_PORT=80\n', 'http://localhost:80', undefined],
    ['HTTP_PORT=80\n', 'http://localhost:8080', 'http://localhost:8080'],
    ['', 'https://oniverse.example', 'https://oniverse.example'],
  ])('does not take the address of the gateway for its own: %j, %s', async (port, url, expected) => {
    await writeFile(join(root, '.env'), `${port}PUBLIC_URL=${url}\n`);
    expect(readSettings(root, {}).env['PUBLIC_URL']).toBe(expected);
    expect(readSettings(root, { PUBLIC_URL: url }).env['PUBLIC_URL']).toBe(url);
  });

  it.each(['0', 'x', '65536', '80.5'])('rejects the port %s', (port) => {
    expect(() => readSettings(root, { PORT: port })).toThrow('PORT must be a number from 1 to 65535');
  });
});

describe('loadOrCreateSecrets', () => {
  it('creates secrets once', () => {
    const created = loadOrCreateSecrets(root);
    expect(new Set(Object.values(created)).size).toBe(5);
    expect(loadOrCreateSecrets(root)).toEqual(created);
  });

  it('adds the password of the product’s role to a folder from before the role', async () => {
    const { postgresProductPassword, ...older } = loadOrCreateSecrets(root);
    await writeFile(join(root, 'secrets.json'), JSON.stringify(older));
    const upgraded = loadOrCreateSecrets(root);
    expect(upgraded).toEqual({ ...older, postgresProductPassword: expect.any(String) });
    expect(upgraded.postgresProductPassword).not.toBe(postgresProductPassword);
    expect(loadOrCreateSecrets(root)).toEqual(upgraded);
  });

  it('does not replace a damaged file, because the database needs the old secrets', async () => {
    await writeFile(join(root, 'secrets.json'), '{');
    expect(() => loadOrCreateSecrets(root)).toThrow('is damaged');
    await writeFile(join(root, 'secrets.json'), '{"postgresPassword":"x"}');
    expect(() => loadOrCreateSecrets(root)).toThrow('redisPassword is missing');
  });
});
