import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseObjectSettings } from './object-settings.js';
import { ConfigError } from './variables.js';

const folder = mkdtempSync(join(tmpdir(), 'oniverse-object-settings-'));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const KEYS =
  '[other]\naws_access_key_id = no\n\n[default]\naws_access_key_id=id\naws_secret_access_key = key\n';
const ENDPOINT = { S3_ENDPOINT: 'https://s3.example' };
const complete = { ...ENDPOINT, S3_ACCESS_KEY: 'id', S3_SECRET_KEY: 'key' };

describe('parseObjectSettings', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('LIV-070 reads an address with a path, the form of addresses, the region and an address for browsers', () => {
    expect(parseObjectSettings(complete)).toMatchObject({
      bucket: 'oniverse',
      region: 'us-east-1',
      addressing: 'path',
      publicEndpoint: null,
    });
    expect(
      parseObjectSettings({
        ...complete,
        S3_ENDPOINT: 'https://gateway.example:8443/storage/v1/s3/',
        S3_BUCKET: 'pictures',
        S3_REGION: 'eu-north-1',
        S3_ADDRESSING: 'virtual',
        S3_PUBLIC_ENDPOINT: 'https://cdn.example',
      }),
    ).toMatchObject({
      endpoint: new URL('https://gateway.example:8443/storage/v1/s3/'),
      bucket: 'pictures',
      region: 'eu-north-1',
      addressing: 'virtual',
      publicEndpoint: new URL('https://cdn.example'),
    });
  });

  it('LIV-071 takes keys that expire from a file, or for a token of Kubernetes, instead of fixed ones', () => {
    const path = file('keys', KEYS);
    expect(parseObjectSettings({ ...complete, S3_CREDENTIALS_FILE: path }).keys).toEqual({
      kind: 'file',
      path,
    });
    const tokenFile = file('token', 'a.b.c\n');
    const identity = { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: 'arn:aws:iam::1:role/oniverse' };
    expect(parseObjectSettings({ ...ENDPOINT, ...identity, S3_REGION: 'eu-north-1' }).keys).toEqual({
      kind: 'identity',
      tokenFile,
      roleArn: identity.AWS_ROLE_ARN,
      tokenService: new URL('https://sts.eu-north-1.amazonaws.com'),
    });
    // A pod may have a role for other purposes.
    expect(parseObjectSettings({ ...complete, ...identity }).keys).toBeUndefined();
  });

  it('LIV-070 reads the settings of another store by their prefix', () => {
    const settings = {
      COPIES_ENDPOINT: 'https://copies.example',
      COPIES_ADDRESSING: 'virtual',
      COPIES_CREDENTIALS_FILE: file('copies', KEYS),
    };
    expect(parseObjectSettings({ ...complete, ...settings }, 'COPIES_')).toMatchObject({
      endpoint: new URL('https://copies.example'),
      addressing: 'virtual',
      keys: { kind: 'file', path: settings.COPIES_CREDENTIALS_FILE },
    });
    expect(() => parseObjectSettings({ ...settings, COPIES_CA_FILE: file('ca', 'none') }, 'COPIES_')).toThrow(
      'COPIES_CA_FILE must be a certificate',
    );
  });

  it.each([
    [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be a URL'],
    [{ S3_ENDPOINT: 'https://one.example,two.example' }, 'several hosts'],
    [{ S3_ENDPOINT: 'https://id:key@s3.example' }, 'a path only'],
    [{ S3_ENDPOINT: 'https://s3.example/?region=eu' }, 'a path only'],
    [{ S3_ENDPOINT: 'https://s3.example/a%20(b)' }, 'a path only'],
    [{ S3_BUCKET: 'My_Pictures' }, 'S3_BUCKET must have'],
    [{ S3_REGION: 'eu/north' }, 'S3_REGION must be the name'],
    [{ S3_ADDRESSING: 'virtual', S3_ENDPOINT: 'http://192.0.2.1:9000' }, 'Set S3_ADDRESSING=path'],
    [{ S3_ADDRESSING: 'virtual', S3_ENDPOINT: 'http://[2001:db8::1]:9000' }, 'Set S3_ADDRESSING=path'],
    [{ S3_ADDRESSING: 'virtual', S3_PUBLIC_ENDPOINT: 'https://192.0.2.1' }, 'Set S3_ADDRESSING=path'],
    [{ S3_ADDRESSING: 'virtual', S3_BUCKET: 'a.b.example' }, 'Set S3_ADDRESSING=path'],
    [{ S3_ADDRESSING: 'host' }, 'S3_ADDRESSING must be one of path, virtual'],
    [{ S3_PUBLIC_ENDPOINT: 'cdn.example' }, 'S3_PUBLIC_ENDPOINT must be a URL'],
    [{ S3_ACCESS_KEY: '' }, 'S3_ACCESS_KEY is not set'],
    [{ S3_CREDENTIALS_FILE: join(folder, 'none') }, 'S3_CREDENTIALS_FILE: this process cannot read'],
    [{ S3_CREDENTIALS_FILE: file('empty', '[other]\naws_access_key_id=id\n') }, 'below [default]'],
    [{ S3_ACCESS_KEY: '', AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'none') }, 'AWS_WEB_IDENTITY_TOKEN_FILE'],
    [{ S3_ACCESS_KEY: '', AWS_WEB_IDENTITY_TOKEN_FILE: file('jwt', 'a.b') }, 'AWS_ROLE_ARN is not set'],
    [
      {
        S3_ACCESS_KEY: '',
        AWS_WEB_IDENTITY_TOKEN_FILE: file('jwt', 'a.b'),
        AWS_ROLE_ARN: 'arn',
        AWS_ENDPOINT_URL_STS: 'sts.example',
      },
      'AWS_ENDPOINT_URL_STS must be a URL',
    ],
    [{ S3_CA_FILE: join(folder, 'none') }, 'S3_CA_FILE: this process cannot read'],
    [{ S3_CA_FILE: file('ca', 'no certificate') }, 'S3_CA_FILE must be a certificate'],
    [{ S3_CA_FILE: file('ca', ''), S3_ENDPOINT: 'http://s3.example' }, 'must start with https://'],
  ])('LIV-027 says what is wrong with %j', (change: Record<string, string>, message) => {
    const parse = () => parseObjectSettings({ ...complete, ...change });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(message);
  });
});
