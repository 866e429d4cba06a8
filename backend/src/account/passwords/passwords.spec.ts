import { beforeAll, describe, expect, it } from '@jest/globals';
import { RateLimits } from '@oniverse/platform';
import { issueDeviceToken, type TokenAccount } from './device-tokens.js';
import { loadBackendConfig } from '../../config.js';
import { PasswordsService } from './passwords.service.js';

const PASSWORD = 'Night@1ngale';

/** With the cost that the product uses, unlike the backends under test. */
const passwords = new PasswordsService(
  new RateLimits(null),
  loadBackendConfig({
    DATABASE_URL: 'postgres://oniverse@127.0.0.1/oniverse',
    REDIS_URL: 'redis://127.0.0.1',
    S3_ENDPOINT: 'http://127.0.0.1',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  }),
);

it('GAP-036 passwords and recovery codes are hashed with argon2id at the recommended cost', async () => {
  const hash = await passwords.hash(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hash, PASSWORD)).toBe(true);
});

describe('device tokens', () => {
  let account: TokenAccount;

  beforeAll(async () => {
    account = { id: 'one', password: await passwords.hash(PASSWORD) };
  });

  it('identify one device each, repeatedly', () => {
    const [one, two] = [issueDeviceToken(account), issueDeviceToken(account)];
    const device = passwords.findKnownDevice(account, one);
    expect(device).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(passwords.findKnownDevice(account, one)).toBe(device);
    expect(passwords.findKnownDevice(account, two)).not.toBe(device);
  });

  it('are bound to the account and become invalid when its password changes', async () => {
    const token = issueDeviceToken(account);
    expect(passwords.findKnownDevice({ ...account, id: 'another' }, token)).toBeUndefined();
    // Even with the same password, because the salt changes.
    const password = await passwords.hash(PASSWORD);
    expect(passwords.findKnownDevice({ ...account, password }, token)).toBeUndefined();
  });

  it.each([
    ['no token', () => undefined],
    ['an empty string', () => ''],
    ['a token that is too short', (token: string) => token.slice(0, -1)],
    ['a token that is too long', (token: string) => `${token}A`],
    ['another device id with the same MAC', (token: string) => `AAAA${token.slice(4)}`],
    ['another MAC for the same device id', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['the plain base64 alphabet', (token: string) => `+/${token.slice(2)}`],
    ['invalid characters', (token: string) => `\0\uD800${token.slice(2)}`],
    ['a trailing line feed', (token: string) => `${token.slice(0, -1)}\n`],
  ])('are rejected: %s', (_, tamper) => {
    expect(passwords.findKnownDevice(account, tamper(issueDeviceToken(account)))).toBeUndefined();
  });

  it('GAP-127 are rejected for an account that does not allow logins', () => {
    const closed = { id: 'closed', password: '!' };
    expect(passwords.findKnownDevice(closed, issueDeviceToken(closed))).toBeUndefined();
    expect(passwords.findKnownDevice(null, issueDeviceToken(account))).toBeUndefined();
  });
});
