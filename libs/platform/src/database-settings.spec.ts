import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parseDatabaseSettings } from './database-settings.js';
import { ConfigError } from './variables.js';

const hostsOf = (DATABASE_URL: string): string | null =>
  new URL(parseDatabaseSettings({ DATABASE_URL }).databaseUrl).searchParams.get('hosts');

describe('parseDatabaseSettings', () => {
  it.each([
    ['postgres://u:p@a:6432,b,c:6433/db', 'a:6432,b:5432,c:6433'],
    ['postgres://u:p@a,b/db', 'a:5432,b:5432'],
    ['postgres://u:p@a,b/db?port=6432', 'a:6432,b:6432'],
    ['postgres:///db?host=a,b&port=6432,6433', 'a:6432,b:6433'],
    ['postgres://u:p@x:1/db?host=a%2Cb', 'a:1,b:1'],
    ['postgres://u:p@[::1]:6432,[::2]/db', '[::1]:6432,[::2]:5432'],
    ['postgres:///db?host=::1,b', '[::1]:5432,b:5432'],
    ['postgresql://u:p,w@a,b/db?target_session_attrs=read-write', 'a:5432,b:5432'],
    ['postgres://a,b', 'a:5432,b:5432'],
  ])('LIV-115 reads the hosts of %s', (address, hosts) => {
    expect(hostsOf(address)).toBe(hosts);
  });

  it('LIV-115 keeps the rest of an address with several hosts', () => {
    const { databaseUrl } = parseDatabaseSettings({
      DATABASE_URL: 'postgres://u:p%40@a,b/db?sslmode=verify-full',
    });
    const { username, password, host, pathname, searchParams } = new URL(databaseUrl);
    expect({ username, password, host, pathname, mode: searchParams.get('sslmode') }).toEqual({
      username: 'u',
      password: 'p%40',
      host: 'a:5432',
      pathname: '/db',
      mode: 'verify-full',
    });
  });

  it.each([
    ['mysql://a,b', 'postgres://'],
    ['postgres://a,,b/db', ':5432'],
    ['postgres://a:x,b/db', 'a:x'],
    ['postgres://a,b,c/db?port=1,2', 'as many ports as hosts'],
    ['postgres://a,b/db?target_session_attrs=any', 'read-write or primary'],
    ['postgres://u:p@a/db?sslrootcert=/nowhere/ca.pem', 'sslrootcert, /nowhere/ca.pem'],
    ['postgres://u:p@a,b/db?sslkey=/nowhere/key.pem', 'sslkey, /nowhere/key.pem'],
  ])('LIV-027 refuses %s with the reason', (DATABASE_URL, reason) => {
    expect(() => parseDatabaseSettings({ DATABASE_URL })).toThrow(ConfigError);
    expect(() => parseDatabaseSettings({ DATABASE_URL })).toThrow('DATABASE_URL');
    expect(() => parseDatabaseSettings({ DATABASE_URL })).toThrow(reason);
  });

  it.each([
    ['PRODUCT_DATABASE_URL', 'db.example', 'must be a URL that starts with postgres://'],
    ['PRODUCT_DATABASE_URL', 'postgres://a,b/db?target_session_attrs=standby', 'read-write or primary'],
    ['DATABASE_DIRECT_URL', 'db.example', 'must be a URL that starts with postgres://'],
    ['DATABASE_DIRECT_URL', 'postgres://a,b:x/db', 'not b:x'],
    ['DATABASE_DIRECT_URL', 'postgres://a/db?sslcert=/nowhere/cert.pem', 'sslcert, /nowhere/cert.pem'],
    ['DATABASE_REPLICA_URL', 'standby.example', 'must be a URL that starts with postgres://'],
    ['DATABASE_REPLICA_URL', 'postgres://a/db?sslrootcert=/nowhere/ca.pem', 'sslrootcert, /nowhere/ca.pem'],
  ])('LIV-027 refuses the %s %s with the reason', (name, value, reason) => {
    const parse = () => parseDatabaseSettings({ DATABASE_URL: 'postgres://u:p@a/db', [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(name);
    expect(parse).toThrow(reason);
  });

  it('LIV-053 takes the address of backends and workers beside that of the administrator', () => {
    const DATABASE_URL = 'postgres://admin:p@a/db';
    const productOf = (PRODUCT_DATABASE_URL: string) =>
      parseDatabaseSettings({ DATABASE_URL, PRODUCT_DATABASE_URL }).productDatabaseUrl;
    expect(productOf('postgres://oniverse_product:q@pooler:6432/db')).toBe(
      'postgres://oniverse_product:q@pooler:6432/db',
    );
    expect(productOf('')).toBeNull();
  });

  it('LIV-118 takes certificates by the parameters of the address', () => {
    const DATABASE_URL = `postgres://u:p@a/db?sslrootcert=${fileURLToPath(import.meta.url)}`;
    expect(parseDatabaseSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  const pooled = { DATABASE_URL: 'postgres://u:p@pooler:6432/db', DATABASE_DIRECT_URL: 'postgres://a,b/db' };

  it('LIV-119 uses DATABASE_DIRECT_URL with the role of DATABASE_URL unless it names its own', () => {
    const directOf = (DATABASE_DIRECT_URL: string): string => {
      const { username, password, host } = new URL(
        parseDatabaseSettings({ ...pooled, DATABASE_DIRECT_URL }).directDatabaseUrl,
      );
      return `${username}:${password}@${host}`;
    };
    expect(directOf('postgres://a,b/db')).toBe('u:p@a:5432');
    expect(directOf('postgres://other:secret@a/db')).toBe('other:secret@a');
    expect(directOf('')).toBe('u:p@pooler:6432');
  });

  it('LIV-120 names statements unless DATABASE_DIRECT_URL says that DATABASE_URL is a pooler', () => {
    const { DATABASE_URL } = pooled;
    expect(parseDatabaseSettings({ DATABASE_URL }).namedStatements).toBe(true);
    expect(parseDatabaseSettings(pooled).namedStatements).toBe(false);
    expect(parseDatabaseSettings({ ...pooled, DATABASE_PREPARED: 'on' }).namedStatements).toBe(true);
    expect(parseDatabaseSettings({ DATABASE_URL, DATABASE_PREPARED: 'off' }).namedStatements).toBe(false);
    expect(() => parseDatabaseSettings({ DATABASE_URL, DATABASE_PREPARED: 'yes' })).toThrow(
      'DATABASE_PREPARED',
    );
  });

  it('LIV-073 takes the address of standbys, and how far behind they may be', () => {
    const { DATABASE_URL } = pooled;
    const DATABASE_REPLICA_URL = 'postgres://u:p@standby/db';
    const read = (env: Record<string, string>) => parseDatabaseSettings({ DATABASE_URL, ...env }).replica;
    expect(read({})).toBeNull();
    expect(read({ DATABASE_REPLICA_URL })).toEqual({ url: DATABASE_REPLICA_URL, maxLagMs: 5_000 });
    expect(read({ DATABASE_REPLICA_URL, DATABASE_REPLICA_LAG_SECONDS: '30' })?.maxLagMs).toBe(30_000);
    expect(() => read({ DATABASE_REPLICA_URL: 'postgres://one,two/db' })).toThrow('several hosts');
    expect(() => read({ DATABASE_REPLICA_URL, DATABASE_REPLICA_LAG_SECONDS: '90' })).toThrow('from 1 to 60');
  });
});
