import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_CERTIFICATE } from '@oniverse/testing';
import { parseRedisSettings } from './redis-settings.js';
import { ConfigError } from './variables.js';

const parse = (REDIS_URL: string, files: Record<string, string> = {}) =>
  parseRedisSettings({ REDIS_URL, ...files });

describe('parseRedisSettings', () => {
  it('LIV-130 takes one server, also with signs of the other forms in the credentials and the host', () => {
    for (const url of [
      'redis://localhost',
      'redis://:a,sentinel+@cluster.example:6379/1',
      'rediss://me:p@[::1]:6380',
    ]) {
      expect(parse(url)).toEqual({ kind: 'one', url, options: {} });
    }
  });

  it('LIV-130 takes the nodes and the user of a Cluster', () => {
    expect(parse('redis+cluster://oniverse:p%40ss@one.example,[::1]:7000')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'one.example', port: 6_379 },
        { host: '::1', port: 7_000 },
      ],
      options: { username: 'oniverse', password: 'p@ss' },
    });
    expect(parse('rediss+cluster://one.example').options).toEqual({ tls: {} });
  });

  it('LIV-130 takes the master, its database and the credentials of Sentinels', () => {
    expect(parse('redis+sentinel://:p@one.example,two.example:7000/mymaster')).toEqual({
      kind: 'sentinel',
      options: {
        password: 'p',
        sentinels: [
          { host: 'one.example', port: 26_379 },
          { host: 'two.example', port: 7_000 },
        ],
        name: 'mymaster',
        db: 0,
      },
    });
    const url = 'rediss+sentinel://one.example/mymaster/2?sentinelUsername=watch&sentinelPassword=s%26p';
    expect(parse(url).options).toMatchObject({
      db: 2,
      sentinelUsername: 'watch',
      sentinelPassword: 's&p',
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
  });

  it.each([
    ['localhost:6379', 'redis:// or rediss://'],
    ['redis://:p@one:26379,two:26379/mymaster', 'redis+sentinel://'],
    ['redis-sentinel://:p@one:26379/mymaster', 'redis+sentinel://'],
    ['redis-cluster://one,two', 'redis+cluster://'],
    ['redis+cluster://one/1', 'ends with its nodes'],
    ['redis+cluster://one?family=6', 'ends with its nodes'],
    ['redis+cluster://one:many', 'the node "one:many"'],
    ['redis+cluster://one,', 'the node ""'],
    ['redis+cluster://:50%@one', '%25'],
    ['redis+sentinel://one:26379', 'the name of the master'],
    ['redis+sentinel://one/mymaster/first', 'the name of the master'],
    ['redis+sentinel://one/mymaster?password=p', 'the name of the master'],
  ])('LIV-130 refuses %s and says what to do', (url, advice) => {
    expect(() => parse(url)).toThrow(ConfigError);
    expect(() => parse(url)).toThrow(advice);
    expect(() => parse(url)).toThrow('REDIS_URL');
  });

  describe('with files of certificates', () => {
    let dir: string;
    const fileOf = async (name: string, content: string) => {
      const file = join(dir, name);
      await writeFile(file, content);
      return file;
    };

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'oniverse-redis-'));
    });

    afterAll(async () => {
      await rm(dir, { recursive: true });
    });

    it('LIV-130 reads the authority and the certificate of this site', async () => {
      const { cert, key } = TEST_CERTIFICATE;
      const files = {
        REDIS_CA_FILE: await fileOf('ca.pem', cert),
        REDIS_CERT_FILE: await fileOf('cert.pem', cert),
        REDIS_KEY_FILE: await fileOf('key.pem', key),
      };
      const tls = { ca: cert, cert, key };
      expect(parse('rediss://one', files).options).toEqual({ tls });
      expect(parse('rediss+cluster://one', files).options).toEqual({ tls });
      expect(parse('rediss+sentinel://one/mymaster', files).options).toMatchObject({ tls, sentinelTLS: tls });
    });

    it('LIV-130 refuses files that cannot be used', async () => {
      const { cert, key } = TEST_CERTIFICATE;
      const [text, certificate] = [await fileOf('text', 'no certificate'), await fileOf('c.pem', cert)];
      const refused: [string, Record<string, string>, string][] = [
        ['redis://one', { REDIS_CA_FILE: certificate }, 'must start with rediss'],
        ['rediss://one', { REDIS_CA_FILE: text }, 'REDIS_CA_FILE must be a file in PEM format'],
        ['rediss://one', { REDIS_CA_FILE: join(dir, 'none') }, 'REDIS_CA_FILE must be a file in PEM format'],
        ['rediss://one', { REDIS_CERT_FILE: certificate }, 'must be set together'],
        ['rediss://one', { REDIS_KEY_FILE: await fileOf('k.pem', key) }, 'must be set together'],
        [
          'rediss://one',
          { REDIS_CERT_FILE: certificate, REDIS_KEY_FILE: text },
          'the key of REDIS_CERT_FILE',
        ],
      ];
      for (const [url, files, advice] of refused) expect(() => parse(url, files)).toThrow(advice);
    });
  });
});
