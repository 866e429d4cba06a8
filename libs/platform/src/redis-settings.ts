import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import type { RedisOptions } from 'ioredis';
import { ConfigError, type Env, parseUrl, requireVariable } from './variables.js';

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Where Redis is: one server, the master that Sentinels name, or a Cluster, of which `nodes` are asked first. */
export type RedisSettings = { readonly options: RedisOptions } & (
  | { readonly kind: 'one'; readonly url: string }
  | { readonly kind: 'sentinel' }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] }
);

/** What to do where a REDIS_URL, or the server behind it, is of another kind. */
export const REDIS_FORMS =
  'Set REDIS_URL to redis://:password@redis.example:6379 for one server, to ' +
  'redis+sentinel://:password@one.example:26379,two.example:26379/mymaster for a master that Sentinels watch, or to ' +
  'redis+cluster://:password@one.example:6379,two.example:6379 for a Cluster. Over TLS, it starts with rediss.';

const FORM =
  /^(?<tls>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^/?#:]*)(?::(?<password>[^/?#]*))?@)?(?<hosts>[^/?#@]+)\/?(?<path>[^?#]*)\??(?<query>[^#]*)$/;
const OTHER_FORMS = /^[a-z+-]*(?:sentinel|cluster)[a-z+-]*:/i;

/** @throws ConfigError if a variable of Redis is missing or invalid */
export function parseRedisSettings(env: Env): RedisSettings {
  const url = requireVariable(env, 'REDIS_URL');
  const { kind, hosts = '', path = '', ...form } = FORM.exec(url)?.groups ?? {};
  const tls = readCertificates(env, url.startsWith('rediss'));
  if (kind === undefined) {
    if (OTHER_FORMS.test(url) || hosts.includes(',')) throw new ConfigError(REDIS_FORMS);
    parseUrl('REDIS_URL', url, ['redis:', 'rediss:']);
    return { kind: 'one', url, options: { ...(tls && { tls }) } };
  }
  const credentials = {
    ...(form['user'] && { username: decode(form['user']) }),
    ...(form['password'] && { password: decode(form['password']) }),
    ...(form['tls'] === 'rediss' && { tls: tls ?? {} }),
  };
  const query = new URLSearchParams(form['query']);
  if (kind === 'cluster') {
    if (path !== '' || query.size > 0) {
      throw new ConfigError(
        'REDIS_URL of a Cluster ends with its nodes. Remove the path and the parameters.',
      );
    }
    return { kind, nodes: parseNodes(hosts, 6_379), options: credentials };
  }
  const options = { ...credentials, sentinels: parseNodes(hosts, 26_379), ...parseMaster(path, query) };
  return { kind: 'sentinel', options: { ...options, ...(credentials.tls && overTls(credentials.tls)) } };
}

const overTls = (tls: ConnectionOptions) => ({ sentinelTLS: tls, enableTLSForSentinelMode: true });

function parseMaster(path: string, query: URLSearchParams): RedisOptions {
  const [, name = '', db = '0'] = /^([^/]+)(?:\/(\d+))?$/.exec(path) ?? [];
  const { sentinelUsername, sentinelPassword, ...others } = Object.fromEntries(query);
  if (name === '' || Object.keys(others).length > 0) {
    throw new ConfigError(
      'REDIS_URL of Sentinels ends with the name of the master, such as /mymaster, and may add a database (/mymaster/1) ' +
        "and the Sentinels' own credentials (?sentinelUsername=…&sentinelPassword=…).",
    );
  }
  return {
    name: decode(name),
    db: Number(db),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
  };
}

const parseNodes = (hosts: string, usualPort: number): RedisNode[] =>
  hosts.split(',').map((text) => {
    const url = URL.canParse(`redis://${text}`) ? new URL(`redis://${text}`) : undefined;
    if (!url?.hostname)
      throw new ConfigError(`REDIS_URL has the node "${text}", which is not a host with a port.`);
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || usualPort };
  });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError('REDIS_URL has a % that starts no escape. Write %25 for a percent sign.');
  }
}

/** Returns what the certificates' files hold; undefined if none is set, which trusts the usual authorities. */
function readCertificates(env: Env, isTls: boolean): ConnectionOptions | undefined {
  const [ca, cert, key] = ['REDIS_CA_FILE', 'REDIS_CERT_FILE', 'REDIS_KEY_FILE'].map((name) => {
    const file = env[name]?.trim();
    if (!file) return undefined;
    if (!isTls) throw new ConfigError(`${name} is set, so REDIS_URL must start with rediss.`);
    try {
      const content = readFileSync(file, 'utf8');
      if (name !== 'REDIS_KEY_FILE') createSecureContext({ cert: content });
      return content;
    } catch (error) {
      throw new ConfigError(
        `${name} must be a file in PEM format that this process may read: ${String(error)}`,
      );
    }
  });
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError('REDIS_CERT_FILE and REDIS_KEY_FILE must be set together.');
  }
  if (ca === undefined && cert === undefined) return undefined;
  const options = { ...(ca && { ca }), ...(cert && key && { cert, key }) };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new ConfigError(`REDIS_KEY_FILE must be the key of REDIS_CERT_FILE: ${String(error)}`);
  }
  return options;
}
