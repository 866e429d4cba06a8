import { resolve } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** A missing or invalid variable; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Returns a variable; undefined if it is missing or empty. */
export const findVariable = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

export const requireVariable = (env: Env, name: string): string => {
  const value = findVariable(env, name);
  if (value === undefined) throw new ConfigError(`${name} is not set. See .env.example.`);
  return value;
};

/** In the place of the host, after the credentials, or in the parameter that PostgreSQL's clients prefer to it. */
const SEVERAL_HOSTS = /^[a-z0-9+.-]+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&#]*(?:,|%2C)/i;

export const parseUrl = (name: string, value: string, protocols: readonly string[]): URL => {
  if (SEVERAL_HOSTS.test(value)) {
    throw new ConfigError(
      `${name} has several hosts, but Oniverse connects to one. Name the primary, or an address that leads to it.`,
    );
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(`${name} must be a URL that starts with ${protocols.join('// or ')}//.`);
  }
  return url;
};

/** This site is served at the root of its host, so an address with a path would lead elsewhere. */
export const parseOrigin = (name: string, value: string): string => {
  const { href, origin } = parseUrl(name, value, ['http:', 'https:']);
  if (href !== `${origin}/`) {
    throw new ConfigError(
      `${name} must have a scheme, a host and a port only, such as ${origin}, because a path is not supported.`,
    );
  }
  return origin;
};

export const parseList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export const parseOneOf = <T extends string>(name: string, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  return found;
};

export const parsePath = (value: string | undefined): string | null => {
  const given = value?.trim();
  return given ? resolve(given) : null;
};

/** Returns an integer variable, or `usual` if it is not set. @throws ConfigError if it is out of its range */
export const readInteger = (
  env: Env,
  name: string,
  usual: number,
  { min, max, what = 'an integer' }: { min: number; max: number; what?: string },
): number => {
  const number = Number(env[name]?.trim() || usual);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be ${what} from ${min} to ${max}.`);
  }
  return number;
};

export const parseConcurrency = (env: Env, name: string, usual: number): number =>
  readInteger(env, name, usual, { min: 1, max: 64 });

export const PORTS = { min: 0, max: 65_535, what: 'a port' };
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Returns whether a host, as in HOST or a URL, reaches this machine only. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOSTS.has(host);
