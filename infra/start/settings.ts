import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isErrorWithCode } from '@oniverse/embedded';

export interface ExternalObjectStore {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The settings of the start commands, from the environment and `.env`. */
export interface Settings {
  readonly root: string;
  readonly dataDir: string;
  readonly host: string;
  /** Preferred port. */
  readonly port: number;
  readonly bucket: string;
  /** The backend's port for metrics; the worker uses the next one. `undefined` disables both. */
  readonly opsPort: number | undefined;
  /** External servers; `undefined` for the embedded ones. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly objectStore: ExternalObjectStore | undefined;
  /** The combined environment, for the started programs. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Reads the settings from the environment and the checkout's `.env`; the environment takes precedence.
 * @throws Error naming the variable that is invalid or missing
 */
export function readSettings(root: string, environment: NodeJS.ProcessEnv): Settings {
  const env = { ...readEnvFile(join(root, '.env')), ...environment };
  const get = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const opsPort = get('OPS_PORT');
  return {
    root,
    dataDir: resolve(root, get('ONIVERSE_DATA') ?? '.oniverse'),
    host: get('HOST') ?? '127.0.0.1',
    port: parsePort('PORT', get('PORT') ?? '3000'),
    bucket: get('S3_BUCKET') ?? 'oniverse',
    opsPort: opsPort === undefined ? undefined : parsePort('OPS_PORT', opsPort),
    databaseUrl: get('DATABASE_URL'),
    redisUrl: get('REDIS_URL'),
    objectStore: readObjectStore(get),
    env,
  };
}

/** Returns the OPS_PORT of one of the two servers, which share a machine. */
export function opsEnvironment({ opsPort }: Settings, server: 'backend' | 'worker'): { OPS_PORT?: string } {
  if (opsPort === undefined) return {};
  return { OPS_PORT: String(server === 'backend' ? opsPort : opsPort + 1) };
}

/** The HTTP_PORT of docker-compose.yml. */
const GATEWAY_PORT = 8_080;

function readEnvFile(file: string): NodeJS.ProcessEnv {
  try {
    const { PUBLIC_URL, ...env } = parseEnv(readFileSync(file, 'utf8'));
    // `infra/ops/init-env` writes the address of docker compose's gateway, which the start commands do not run.
    const isGateway = PUBLIC_URL === `http://localhost:${env['HTTP_PORT'] ?? GATEWAY_PORT}`;
    return { ...env, ...(!isGateway && { PUBLIC_URL }) };
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

function readObjectStore(get: (name: string) => string | undefined): ExternalObjectStore | undefined {
  const endpoint = get('S3_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const accessKey = get('S3_ACCESS_KEY');
  const secretKey = get('S3_SECRET_KEY');
  // The servers read keys that expire themselves.
  const doExpire =
    get('S3_CREDENTIALS_FILE') !== undefined || get('AWS_WEB_IDENTITY_TOKEN_FILE') !== undefined;
  if (doExpire) return { endpoint, accessKey: accessKey ?? '', secretKey: secretKey ?? '' };
  if (accessKey === undefined || secretKey === undefined) {
    throw new Error('S3_ENDPOINT is set, so S3_ACCESS_KEY and S3_SECRET_KEY must be set as well.');
  }
  return { endpoint, accessKey, secretKey };
}
