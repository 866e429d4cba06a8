import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isErrorWithCode } from '@oniverse/embedded';

/** The S3 store that someone brings along. */
export interface OwnObjectStore {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What the start command is told by the environment and the checkout's `.env`. */
export interface Settings {
  /** The checkout. */
  readonly root: string;
  /** Everything that Oniverse keeps. */
  readonly dataDir: string;
  readonly host: string;
  /** The port that is wished for. */
  readonly port: number;
  readonly bucket: string;
  /** Where ops find the backend's metrics, the worker's on the port after it; nowhere where undefined. */
  readonly opsPort: number | undefined;
  /** Servers of one's own; the embedded ones where undefined. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly objectStore: OwnObjectStore | undefined;
  /** The environment and `.env` together, for what is started. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Reads the settings: `.env` in the checkout first, the real environment wins.
 * Throws a sentence with the variable's name when one is wrong or missing.
 */
export function readSettings(root: string, environment: NodeJS.ProcessEnv): Settings {
  const env = { ...readEnvFile(join(root, '.env')), ...environment };
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const opsPort = given('OPS_PORT');
  return {
    root,
    dataDir: resolve(root, given('ONIVERSE_DATA') ?? '.oniverse'),
    host: given('HOST') ?? '127.0.0.1',
    port: parsePort('PORT', given('PORT') ?? '3000'),
    bucket: given('S3_BUCKET') ?? 'oniverse',
    opsPort: opsPort === undefined ? undefined : parsePort('OPS_PORT', opsPort),
    databaseUrl: given('DATABASE_URL'),
    redisUrl: given('REDIS_URL'),
    objectStore: readObjectStore(given),
    env,
  };
}

/** What tells the two servers, which share a machine, where ops find each of them. */
export function opsEnvironment({ opsPort }: Settings, server: 'backend' | 'worker'): { OPS_PORT?: string } {
  if (opsPort === undefined) return {};
  return { OPS_PORT: String(server === 'backend' ? opsPort : opsPort + 1) };
}

function readEnvFile(file: string): NodeJS.ProcessEnv {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')) };
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return {};
    throw error;
  }
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} must be a number from 1 to 65535, not '${text}'.`);
  }
  return port;
}

function readObjectStore(given: (name: string) => string | undefined): OwnObjectStore | undefined {
  const endpoint = given('S3_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const accessKey = given('S3_ACCESS_KEY');
  const secretKey = given('S3_SECRET_KEY');
  if (accessKey === undefined || secretKey === undefined) {
    throw new Error('S3_ENDPOINT is set, so S3_ACCESS_KEY and S3_SECRET_KEY must be set as well.');
  }
  return { endpoint, accessKey, secretKey };
}
