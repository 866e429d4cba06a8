import { resolve } from 'node:path';
import type { QueueName } from './jobs/queues.js';

/** What a server process is told by its environment, read once and checked. */
export interface Config {
  databaseUrl: string;
  redisUrl: string;
  objectStore: { endpoint: URL; accessKey: string; secretKey: string; bucket: string; region: string };
  host: string;
  port: number;
  /** The site's own addresses, the first is the canonical one; empty: an Origin must equal the request's Host. */
  publicOrigins: readonly string[];
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  rateLimits: boolean;
  logLevel: LogLevel;
  /** The folder of the built client; null where this process serves none. */
  clientDir: string | null;
  /** The file that a process without an address keeps fresh while it is well; null where nobody asks. */
  healthFile: string | null;
  /** How many jobs of each queue a worker does beside each other. */
  workerConcurrency: Readonly<Record<QueueName, number>>;
  /** Where ops find metrics and, in a worker, the queues; a port of null: nowhere. */
  opsHost: string;
  opsPort: number | null;
  /** What opens the page of the queues; null: there is none. */
  queuesPassword: string | null;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A variable is missing or wrong; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The token under which the configuration is injected. */
export const CONFIG = Symbol('CONFIG');

type Env = Readonly<Record<string, string | undefined>>;

const required = (env: Env, name: string): string => {
  const value = env[name]?.trim();
  if (!value) throw new ConfigError(`${name} is not set; .env.example says what it is for.`);
  return value;
};

const address = (name: string, value: string, protocols: readonly string[]): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.join(' or ')}//.`);
  }
  return url;
};

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const oneOf = <T extends string>(name: string, value: string, allowed: readonly T[]): T => {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  return found;
};

const path = (value: string | undefined): string | null => {
  const given = value?.trim();
  return given ? resolve(given) : null;
};

const wholeNumber = (name: string, value: string, min: number, max: number, what: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be ${what}, ${min} to ${max}.`);
  }
  return number;
};

const concurrency = (env: Env, name: string, usual: number): number =>
  wholeNumber(name, env[name]?.trim() || String(usual), 1, 64, 'a whole number');

/** A password that is short enough to be guessed is worse than none. */
const PASSWORD_MIN = 16;

const queuesPassword = (env: Env, opsPort: number | null): string | null => {
  const password = env['QUEUES_PASSWORD']?.trim() || null;
  if (password !== null && password.length < PASSWORD_MIN) {
    throw new ConfigError(`QUEUES_PASSWORD must have at least ${PASSWORD_MIN} characters.`);
  }
  if (password !== null && opsPort === null) {
    throw new ConfigError('QUEUES_PASSWORD is set, so OPS_PORT must be set as well.');
  }
  return password;
};

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError where one is missing or wrong
 */
export function loadConfig(env: Env): Config {
  const databaseUrl = required(env, 'DATABASE_URL');
  address('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']);
  const redisUrl = required(env, 'REDIS_URL');
  address('REDIS_URL', redisUrl, ['redis:', 'rediss:']);
  const opsPort = env['OPS_PORT']?.trim()
    ? wholeNumber('OPS_PORT', env['OPS_PORT'].trim(), 0, 65_535, 'a port')
    : null;
  return {
    databaseUrl,
    redisUrl,
    objectStore: {
      endpoint: address('S3_ENDPOINT', required(env, 'S3_ENDPOINT'), ['http:', 'https:']),
      accessKey: required(env, 'S3_ACCESS_KEY'),
      secretKey: required(env, 'S3_SECRET_KEY'),
      bucket: env['S3_BUCKET']?.trim() || 'oniverse',
      region: env['S3_REGION']?.trim() || 'us-east-1',
    },
    host: env['HOST']?.trim() || '127.0.0.1',
    port: wholeNumber('PORT', env['PORT']?.trim() || '3000', 0, 65_535, 'a port'),
    publicOrigins: list(env['PUBLIC_URL']).map(
      (value) => address('PUBLIC_URL', value, ['http:', 'https:']).origin,
    ),
    trustedProxies: list(env['TRUSTED_PROXIES']),
    rateLimits: oneOf('RATE_LIMITS', env['RATE_LIMITS']?.trim() || 'on', ['on', 'off']) === 'on',
    logLevel: oneOf('LOG_LEVEL', env['LOG_LEVEL']?.trim() || 'info', LOG_LEVELS),
    clientDir: path(env['CLIENT_DIR']),
    healthFile: path(env['HEALTH_FILE']),
    workerConcurrency: {
      prompt: concurrency(env, 'WORKER_PROMPT_JOBS', 4),
      heavy: concurrency(env, 'WORKER_HEAVY_JOBS', 1),
      bulk: concurrency(env, 'WORKER_BULK_JOBS', 2),
    },
    opsHost: env['OPS_HOST']?.trim() || '127.0.0.1',
    opsPort,
    queuesPassword: queuesPassword(env, opsPort),
  };
}
