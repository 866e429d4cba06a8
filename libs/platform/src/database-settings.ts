import { accessSync, constants } from 'node:fs';
import {
  ConfigError,
  type Env,
  findVariable,
  parseOneOf,
  parseUrl,
  readInteger,
  requireVariable,
} from './variables.js';

/** Each address can be parsed by `new URL`: of several hosts, it has the first one, and all in its parameter `hosts`. */
export interface DatabaseSettings {
  databaseUrl: string;
  /** The address of backends and workers, for `migrate`, which connects as the administrator; null where all use one role. */
  productDatabaseUrl: string | null;
  /** The address for what needs a session of its own, with the role of `databaseUrl`. */
  directDatabaseUrl: string;
  /** Whether statements at `databaseUrl` keep their names, which few poolers support. */
  namedStatements: boolean;
  /** The standbys that answer reads which may be stale by `maxLagMs`; null for none. */
  replica: { url: string; maxLagMs: number } | null;
}

const PROTOCOLS = ['postgres:', 'postgresql:'];
const ADDRESS = /^(?<start>[a-z]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>.*))?$/i;
const HOST = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/;
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const WRITABLE = ['read-write', 'primary'];

/** Reads the hosts as PostgreSQL's own clients do: `host` and `port` of the query replace those of the address. */
function parseDatabaseUrl(name: string, value: string): string {
  const { start = '', hosts = '', path = '', query = '' } = ADDRESS.exec(value)?.groups ?? {};
  const parameters = new URLSearchParams(query);
  const listed = hosts.split(',').map((each) => HOST.exec(each)?.slice(1) ?? []);
  const names = parameters.get('host')?.split(',') ?? listed.map(([host = '']) => host);
  const ports = parameters.get('port')?.split(',') ?? listed.map(([, port = '']) => port);
  const attributes = parameters.get('target_session_attrs');
  requireFiles(name, parameters);
  if (names.length === 1) {
    parseUrl(name, value, PROTOCOLS);
    return value;
  }
  if (attributes !== null && !WRITABLE.includes(attributes)) {
    throw new ConfigError(
      `${name}: target_session_attrs must be ${WRITABLE.join(' or ')}, because Oniverse writes. Both lead to the primary.`,
    );
  }
  if (ports.length !== 1 && ports.length !== names.length) {
    throw new ConfigError(`${name} must have one port for all hosts, or as many ports as hosts.`);
  }
  const all = names.map((host, index) => {
    const port = ports.length === 1 ? ports[0] : ports[index];
    return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port || 5_432}`;
  });
  const wrong = all.find((host) => host.startsWith(':') || !URL.canParse(`postgres://${host}`));
  if (wrong !== undefined)
    throw new ConfigError(`${name} must have a name and a port for each host, not ${wrong}.`);
  for (const replaced of ['host', 'port']) parameters.delete(replaced);
  parameters.set('hosts', all.join(','));
  const address = `${start}${all[0]}${path}?${parameters.toString()}`;
  parseUrl(name, address, PROTOCOLS);
  return address;
}

/** The driver reads the files with each new connection. */
function requireFiles(name: string, parameters: URLSearchParams): void {
  for (const parameter of FILES) {
    const file = parameters.get(parameter);
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      throw new ConfigError(`${name}: this process cannot read the file of ${parameter}, ${file}.`);
    }
  }
}

/** Adds the user and the password of an address to another one that has none. */
function withCredentials(address: string, { username, password }: URL): string {
  const url = new URL(address);
  if (url.username !== '') return address;
  url.username = username;
  url.password = password;
  return url.href;
}

function parseReplica(env: Env): DatabaseSettings['replica'] {
  const url = findVariable(env, 'DATABASE_REPLICA_URL');
  if (!url) return null;
  parseUrl('DATABASE_REPLICA_URL', url, PROTOCOLS);
  requireFiles('DATABASE_REPLICA_URL', new URL(url).searchParams);
  const bounds = { min: 1, max: 60, what: 'a number of seconds' };
  return { url, maxLagMs: 1_000 * readInteger(env, 'DATABASE_REPLICA_LAG_SECONDS', 5, bounds) };
}

/** @throws ConfigError if a variable is missing or invalid */
export function parseDatabaseSettings(env: Env): DatabaseSettings {
  const databaseUrl = parseDatabaseUrl('DATABASE_URL', requireVariable(env, 'DATABASE_URL'));
  const product = findVariable(env, 'PRODUCT_DATABASE_URL');
  const direct = findVariable(env, 'DATABASE_DIRECT_URL');
  const named = parseOneOf(
    'DATABASE_PREPARED',
    findVariable(env, 'DATABASE_PREPARED') ?? (direct ? 'off' : 'on'),
    ['on', 'off'],
  );
  return {
    databaseUrl,
    productDatabaseUrl: product ? parseDatabaseUrl('PRODUCT_DATABASE_URL', product) : null,
    directDatabaseUrl: direct
      ? withCredentials(parseDatabaseUrl('DATABASE_DIRECT_URL', direct), new URL(databaseUrl))
      : databaseUrl,
    namedStatements: named === 'on',
    replica: parseReplica(env),
  };
}
