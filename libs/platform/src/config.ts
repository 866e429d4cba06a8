import { LOG_LEVELS, type LogLevel } from '@oniverse/contracts';
import { type DatabaseSettings, parseDatabaseSettings } from './database-settings.js';
import { type ObjectSettings, parseObjectSettings } from './object-settings.js';
import type { QueueName } from './queues.js';
import { parseRedisSettings, type RedisSettings } from './redis-settings.js';
import type { TracesConfig } from './tracing.js';
import {
  ConfigError,
  type Env,
  findVariable,
  isLoopbackHost,
  parseConcurrency,
  parseList,
  parseOneOf,
  parseOrigin,
  parsePath,
  parseUrl,
  PORTS,
  readInteger,
} from './variables.js';

export interface Config extends DatabaseSettings {
  /** The version of this build, `dev` outside of an image. */
  version: string;
  redis: RedisSettings;
  objectStore: ObjectSettings;
  host: string;
  port: number;
  /**
   * The site's origins, the canonical one first. If empty, which only a HOST of the loopback allows, a request's Origin
   * must match its Host.
   */
  publicOrigins: readonly string[];
  /** Which hosts browsers may open only over TLS (HSTS); `off` if this site is not served over TLS. */
  hsts: HstsScope;
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  rateLimits: boolean;
  /** Whether registering, the waitlist and resets ask browsers for a proof of work. */
  proofOfWork: boolean;
  /** How long a backend that shuts down still serves, for its gateway to notice. */
  leaveMs: number;
  /** With this many open sockets, a backend has no room for more if another one does. */
  maxSockets: number;
  logLevel: LogLevel;
  /** Where traces go; null if this process makes none. */
  traces: TracesConfig | null;
  /** The folder of the built client; null if this process does not serve it. */
  clientDir: string | null;
  /** The file whose modification time shows a worker's health; null for none. */
  healthFile: string | null;
  /** How many jobs of each queue a worker runs at the same time. */
  workerConcurrency: Readonly<Record<QueueName, number>>;
  /** The address of a worker's queues page and, unless they have a port of their own, of the metrics; null serves neither. */
  opsHost: string;
  opsPort: number | null;
  /** A name stands for the one of its addresses that this machine has. */
  metricsHost: string;
  metricsPort: number | null;
  /** The password of the queues page; null disables the page. */
  queuesPassword: string | null;
  /** Web Push; the keys are null if this site cannot push. */
  push: PushConfig;
  /** Whether links in messages get previews, for which workers fetch the pages. */
  linkPreviews: boolean;
  /** How mail is sent; null if this site cannot send mail. */
  mail: MailConfig | null;
  /**
   * Keys of 32 bytes for the secrets of authenticator apps: the first one encrypts, all of them decrypt. Empty if this
   * site cannot store them.
   */
  accountKeys: readonly Buffer[];
  /** The folder of the mails that the embedded inbox received; null unless `npm start` runs the site. */
  inboxDir: string | null;
}

export interface MailConfig {
  /** An `smtp:` or `smtps:` URL with the credentials. */
  smtpUrl: string;
  /** The sender: an address, or a name with an address in angle brackets. */
  from: string;
}

export interface PushConfig {
  /** The key pair and contact by which push services recognise this site (VAPID). */
  keys: { publicKey: string; privateKey: string; subject: string } | null;
  /** The hosts of the known push services; one that starts with a dot stands for its subdomains. */
  hosts: readonly string[];
}

/** The push services of Chrome and most other browsers, Firefox, Safari and Edge. */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** `host` is this host alone, `subdomains` adds its subdomains, and `preload` asks browsers to ship with both. */
export const HSTS_SCOPES = ['off', 'host', 'subdomains', 'preload'] as const;
export type HstsScope = (typeof HSTS_SCOPES)[number];

export const CONFIG = Symbol('CONFIG');

const MIN_PASSWORD_LENGTH = 16;

const parseOptionalPort = (env: Env, name: string): number | null =>
  findVariable(env, name) ? readInteger(env, name, 0, PORTS) : null;

const parseQueuesPassword = (env: Env, opsPort: number | null): string | null => {
  const password = findVariable(env, 'QUEUES_PASSWORD') ?? null;
  if (password !== null && password.length < MIN_PASSWORD_LENGTH) {
    throw new ConfigError(`QUEUES_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (password !== null && opsPort === null) {
    throw new ConfigError('QUEUES_PASSWORD requires OPS_PORT.');
  }
  return password;
};

function parsePush(env: Env): PushConfig {
  const hosts = parseList(env['PUSH_HOSTS']);
  const publicKey = findVariable(env, 'VAPID_PUBLIC_KEY') ?? '';
  const privateKey = findVariable(env, 'VAPID_PRIVATE_KEY') ?? '';
  const subject = findVariable(env, 'VAPID_SUBJECT') ?? '';
  const given = { hosts: hosts.length > 0 ? hosts : PUSH_HOSTS };
  if (publicKey === '' && privateKey === '') return { ...given, keys: null };
  if (!/^[A-Za-z0-9_-]{87}$/.test(publicKey) || !/^[A-Za-z0-9_-]{43}$/.test(privateKey)) {
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys in base64url.');
  }
  if (!/^(https:\/\/|mailto:)./.test(subject)) {
    throw new ConfigError('VAPID_SUBJECT must be an address that starts with https:// or mailto:.');
  }
  return { ...given, keys: { publicKey, privateKey, subject } };
}

function parseMail(
  env: Env,
  { host, publicOrigins }: Pick<Config, 'host' | 'publicOrigins'>,
): MailConfig | null {
  const smtpUrl = findVariable(env, 'SMTP_URL') ?? '';
  if (smtpUrl === '') return null;
  parseUrl('SMTP_URL', smtpUrl, ['smtp:', 'smtps:']);
  const from = findVariable(env, 'MAIL_FROM') ?? '';
  if (!/^[^<>\r\n]+@[^<>\s]+$|^[^<>\r\n]*<[^<>\s]+@[^<>\s]+>$/.test(from)) {
    throw new ConfigError('SMTP_URL is set, so MAIL_FROM must be an e-mail address.');
  }
  // Links in mails need an address that their readers can open.
  const [origin] = publicOrigins;
  const isLocalSite = origin === undefined || isLoopbackHost(new URL(origin).hostname);
  if (isLocalSite && !isLoopbackHost(host)) {
    throw new ConfigError('SMTP_URL is set, so PUBLIC_URL must be the public address of this site.');
  }
  return { smtpUrl, from };
}

/** The share of requests that are traced unless the operator sets another one. */
const TRACED = '0.01';

function parseTraces(env: Env): TracesConfig | null {
  const endpoint = findVariable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return null;
  const ratio = Number(findVariable(env, 'OTEL_TRACES_SAMPLER_ARG') ?? TRACED);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  }
  const url = parseUrl('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, ['http:', 'https:']);
  return { endpoint: url.href.replace(/\/$/, ''), ratio };
}

/** @throws ConfigError for another scope than `off` on a site without TLS, whose header browsers ignore */
function parseHsts(env: Env, publicOrigins: readonly string[]): HstsScope {
  const overTls = publicOrigins.some((origin) => origin.startsWith('https:'));
  const scope = parseOneOf('HSTS', findVariable(env, 'HSTS') ?? (overTls ? 'host' : 'off'), HSTS_SCOPES);
  if (scope !== 'off' && !overTls) {
    throw new ConfigError('HSTS requires a PUBLIC_URL that starts with https://.');
  }
  return scope;
}

const ACCOUNT_KEY = /^[0-9a-f]{64}$/i;

function parseAccountKeys(value: string | undefined): Buffer[] {
  const keys = parseList(value);
  if (!keys.every((key) => ACCOUNT_KEY.test(key))) {
    throw new ConfigError('ACCOUNT_KEY must have 64 hexadecimal digits. `openssl rand -hex 32` makes one.');
  }
  return keys.map((key) => Buffer.from(key, 'hex'));
}

/**
 * Returns the origin of addresses that others open or caches keep, such as in mails, feeds and previews: the first
 * PUBLIC_URL, else this machine only. It never depends on the request.
 */
export const siteOriginOf = ({ publicOrigins, port }: Pick<Config, 'publicOrigins' | 'port'>): string =>
  publicOrigins[0] ?? `http://localhost:${port}`;

/** @throws ConfigError if a variable is missing or invalid */
export function loadConfig(env: Env): Config {
  const database = parseDatabaseSettings(env);
  const host = findVariable(env, 'HOST') ?? '127.0.0.1';
  const publicOrigins = parseList(env['PUBLIC_URL']).map((value) => parseOrigin('PUBLIC_URL', value));
  if (publicOrigins.length === 0 && !isLoopbackHost(host)) {
    throw new ConfigError(
      'HOST is not a loopback address, so PUBLIC_URL must be the address that members open. See .env.example.',
    );
  }
  const opsPort = parseOptionalPort(env, 'OPS_PORT');
  return {
    version: findVariable(env, 'ONIVERSE_VERSION') ?? 'dev',
    ...database,
    redis: parseRedisSettings(env),
    objectStore: parseObjectSettings(env),
    host,
    port: readInteger(env, 'PORT', 3_000, PORTS),
    publicOrigins,
    hsts: parseHsts(env, publicOrigins),
    trustedProxies: parseList(env['TRUSTED_PROXIES']),
    rateLimits: parseOneOf('RATE_LIMITS', findVariable(env, 'RATE_LIMITS') ?? 'on', ['on', 'off']) === 'on',
    proofOfWork:
      parseOneOf('PROOF_OF_WORK', findVariable(env, 'PROOF_OF_WORK') ?? 'off', ['on', 'off']) === 'on',
    maxSockets: readInteger(env, 'MAX_SOCKETS', 20_000, { min: 1, max: 1_000_000 }),
    leaveMs: 1_000 * readInteger(env, 'LEAVE_SECONDS', 0, { min: 0, max: 60, what: 'a number of seconds' }),
    logLevel: parseOneOf('LOG_LEVEL', findVariable(env, 'LOG_LEVEL') ?? 'info', LOG_LEVELS),
    traces: parseTraces(env),
    clientDir: parsePath(env['CLIENT_DIR']),
    healthFile: parsePath(env['HEALTH_FILE']),
    workerConcurrency: {
      prompt: parseConcurrency(env, 'WORKER_PROMPT_JOBS', 4),
      heavy: parseConcurrency(env, 'WORKER_HEAVY_JOBS', 1),
      mail: parseConcurrency(env, 'WORKER_MAIL_JOBS', 2),
      fetch: parseConcurrency(env, 'WORKER_FETCH_JOBS', 4),
      bulk: parseConcurrency(env, 'WORKER_BULK_JOBS', 2),
    },
    opsHost: findVariable(env, 'OPS_HOST') ?? '127.0.0.1',
    opsPort,
    metricsHost: findVariable(env, 'METRICS_HOST') ?? '127.0.0.1',
    metricsPort: parseOptionalPort(env, 'METRICS_PORT'),
    queuesPassword: parseQueuesPassword(env, opsPort),
    push: parsePush(env),
    linkPreviews:
      parseOneOf('LINK_PREVIEWS', findVariable(env, 'LINK_PREVIEWS') ?? 'on', ['on', 'off']) === 'on',
    mail: parseMail(env, { host, publicOrigins }),
    accountKeys: parseAccountKeys(env['ACCOUNT_KEY']),
    inboxDir: parsePath(env['INBOX_DIR']),
  };
}

/** Loads the configuration of this process; ends it with one clear line if a variable is missing or invalid. */
export function loadProcessConfig<C extends Config>(load: (env: Env) => C): C {
  try {
    return load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
