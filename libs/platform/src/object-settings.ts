import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type ExpiringKeys, parseCredentialsFile } from './object-keys.js';
import { ConfigError, type Env, findVariable, parseOneOf, parseUrl, requireVariable } from './variables.js';

const ADDRESSING = ['path', 'virtual'] as const;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Stores sign other characters of a path in other forms. */
const PATH = /^[\w/.~-]*$/;

/** Where an S3-compatible store is, and how to reach it. */
export interface ObjectSettings {
  /** May have a path, where a gateway serves the store below one. */
  endpoint: URL;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
  /** Where keys that expire come from, instead of `accessKey` and `secretKey`. */
  keys?: ExpiringKeys;
  /** Whether the bucket is a part of the path, which is usual, or of the host. */
  addressing?: (typeof ADDRESSING)[number];
  /** The certificate of a private authority, in PEM format. */
  ca?: string;
  /** The address of the store for browsers, such as that of a CDN; null if they get pictures from this site only. */
  publicEndpoint?: URL | null;
}

/**
 * Reads the settings of a store.
 * @param prefix of the variables
 * @throws ConfigError if one is missing or invalid
 */
export function parseObjectSettings(env: Env, prefix = 'S3_'): ObjectSettings {
  const endpoint = parseEndpoint(`${prefix}ENDPOINT`, requireVariable(env, `${prefix}ENDPOINT`));
  const region = findVariable(env, `${prefix}REGION`) ?? 'us-east-1';
  const keys = findExpiringKeys(env, prefix, region);
  const caFile = findVariable(env, `${prefix}CA_FILE`);
  if (caFile !== undefined && endpoint.protocol !== 'https:') {
    throw new ConfigError(`${prefix}CA_FILE is set, so ${prefix}ENDPOINT must start with https://.`);
  }
  const publicAddress = findVariable(env, `${prefix}PUBLIC_ENDPOINT`);
  const publicEndpoint =
    publicAddress === undefined ? null : parseEndpoint(`${prefix}PUBLIC_ENDPOINT`, publicAddress);
  const bucket = findVariable(env, `${prefix}BUCKET`) ?? 'oniverse';
  if (!BUCKET.test(bucket)) {
    throw new ConfigError(`${prefix}BUCKET must have 3 to 63 lower-case letters, digits, hyphens and dots.`);
  }
  if (!/^[\w-]+$/.test(region)) {
    throw new ConfigError(`${prefix}REGION must be the name of a region, such as us-east-1.`);
  }
  const addressing = parseOneOf(
    `${prefix}ADDRESSING`,
    findVariable(env, `${prefix}ADDRESSING`) ?? 'path',
    ADDRESSING,
  );
  if (
    addressing === 'virtual' &&
    ![endpoint, publicEndpoint].every((url) => !url || takesBucket(url, bucket))
  ) {
    throw new ConfigError(
      `${prefix}ADDRESSING=virtual puts the bucket before the host, which must be a name and, over TLS, needs a bucket ` +
        `without a dot. Set ${prefix}ADDRESSING=path.`,
    );
  }
  return {
    endpoint,
    accessKey: keys ? '' : requireVariable(env, `${prefix}ACCESS_KEY`),
    secretKey: keys ? '' : requireVariable(env, `${prefix}SECRET_KEY`),
    ...(keys && { keys }),
    bucket,
    region,
    addressing,
    ...(caFile !== undefined && { ca: readCertificate(`${prefix}CA_FILE`, caFile) }),
    publicEndpoint,
  };
}

/** Returns the origin by which browsers get objects from the store; null if they get them from this site only. */
export function publicOriginOf({ publicEndpoint, addressing, bucket }: ObjectSettings): string | null {
  if (!publicEndpoint) return null;
  const { origin, protocol, host } = publicEndpoint;
  return addressing === 'virtual' ? `${protocol}//${bucket}.${host}` : origin;
}

/** A certificate for all buckets covers one label, so minio's client leaves a bucket with dots in the path over TLS. */
const takesBucket = ({ hostname, protocol }: URL, bucket: string): boolean =>
  isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && !(protocol === 'https:' && bucket.includes('.'));

function parseEndpoint(name: string, value: string): URL {
  const url = parseUrl(name, value, ['http:', 'https:']);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || !PATH.test(url.pathname)) {
    throw new ConfigError(
      `${name} must have a scheme, a host, a port and a path only, whose signs are letters, digits and ._~-.`,
    );
  }
  return url;
}

/** The variables without the prefix are those that Kubernetes sets, and that AWS's tools read. */
function findExpiringKeys(env: Env, prefix: string, region: string): ExpiringKeys | undefined {
  const path = findVariable(env, `${prefix}CREDENTIALS_FILE`);
  if (path !== undefined) {
    if (!parseCredentialsFile(readFile(`${prefix}CREDENTIALS_FILE`, path))) {
      throw new ConfigError(
        `${prefix}CREDENTIALS_FILE must have aws_access_key_id and aws_secret_access_key below [default].`,
      );
    }
    return { kind: 'file', path: resolve(path) };
  }
  const tokenFile = findVariable(env, 'AWS_WEB_IDENTITY_TOKEN_FILE');
  if (tokenFile === undefined || findVariable(env, `${prefix}ACCESS_KEY`) !== undefined) return undefined;
  readFile('AWS_WEB_IDENTITY_TOKEN_FILE', tokenFile);
  const ownService = findVariable(env, 'AWS_ENDPOINT_URL_STS');
  const service = ownService ?? `https://sts.${region}.amazonaws.com`;
  return {
    kind: 'identity',
    tokenFile: resolve(tokenFile),
    // Other services than that of AWS may choose the role by the token.
    roleArn:
      ownService === undefined ? requireVariable(env, 'AWS_ROLE_ARN') : findVariable(env, 'AWS_ROLE_ARN'),
    tokenService: parseUrl('AWS_ENDPOINT_URL_STS', service, ['http:', 'https:']),
  };
}

function readCertificate(name: string, path: string): string {
  const cert = readFile(name, path);
  try {
    void new X509Certificate(cert);
  } catch {
    throw new ConfigError(`${name} must be a certificate in PEM format.`);
  }
  return cert;
}

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${name}: this process cannot read the file ${path}.`);
  }
}
