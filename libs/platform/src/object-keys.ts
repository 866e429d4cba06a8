import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

/** Keys from a file that another program writes again, or from a token service in exchange for a token in a file. */
export type ExpiringKeys =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'identity';
      readonly tokenFile: string;
      readonly roleArn: string | undefined;
      readonly tokenService: URL;
    };

export interface StoreKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Of keys that expire. */
  readonly sessionToken?: string;
}

/** How long a token service may take, in milliseconds. */
const ANSWER_MS = 5_000;
/** How long after a failure keys are asked for again, in milliseconds. */
const RETRY_MS = 10_000;
/** The part of their lifetime that keys are used for before new ones are asked for. */
const USED_PART = 0.75;

const ANSWERED = /<(AccessKeyId|SecretAccessKey|SessionToken|Expiration)>([^<]+)</g;
const LINE = /^\s*(aws_\w+)\s*=\s*(\S+)\s*$/gm;

/** The keys of a store, which are asked for before each call. */
export interface KeySource {
  /** @throws Error if there are none, or they have expired and there are no others */
  current(): Promise<StoreKeys>;
}

/**
 * @param ca the certificate of a private authority
 * @param onFailure called once when new keys are not to be had, until they are again
 */
export function keySourceOf(
  keys: ExpiringKeys,
  ca: string | undefined,
  onFailure: (error: unknown) => void,
): KeySource {
  return keys.kind === 'file' ? new FileKeys(keys.path, onFailure) : new IdentityKeys(keys, ca, onFailure);
}

/** Keys in a file that another program replaces before they expire. */
class FileKeys implements KeySource {
  private known: StoreKeys | undefined;
  private version = '';
  private isFailing = false;

  constructor(
    private readonly path: string,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  async current(): Promise<StoreKeys> {
    try {
      const { mtimeMs, size, ino } = await stat(this.path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version !== this.version) {
        // A file that is being written may be incomplete; the next call reads it again.
        const read = parseCredentialsFile(await readFile(this.path, 'utf8'));
        if (!read) throw new Error(`${this.path} has no keys below [default].`);
        this.known = read;
        this.version = version;
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.known) throw error;
      if (!this.isFailing) this.onFailure(error);
      this.isFailing = true;
    }
    if (!this.known) throw new Error(`${this.path} has no keys.`);
    return this.known;
  }
}

/**
 * Keys that a token service hands out for the token of a Kubernetes service account.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
 */
class IdentityKeys implements KeySource {
  private known: StoreKeys | undefined;
  private renewAt = 0;
  private expiresAt = 0;
  private renewing: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly identity: Extract<ExpiringKeys, { kind: 'identity' }>,
    private readonly ca: string | undefined,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  async current(): Promise<StoreKeys> {
    const now = Date.now();
    if (now >= this.renewAt) {
      this.renewing ??= this.renew().finally(() => {
        this.renewing = undefined;
      });
    }
    // Until they expire, the known ones serve while others are on their way.
    if (!this.known || now >= this.expiresAt) await this.renewing;
    if (!this.known || Date.now() >= this.expiresAt)
      throw new Error('The keys of the object store have expired.');
    return this.known;
  }

  private async renew(): Promise<void> {
    try {
      const answer = await this.askForKeys();
      const fields = new Map(
        [...answer.matchAll(ANSWERED)].map(([, name = '', value = '']) => [name, value]),
      );
      const accessKey = fields.get('AccessKeyId');
      const secretKey = fields.get('SecretAccessKey');
      const sessionToken = fields.get('SessionToken');
      const expiresAt = Date.parse(fields.get('Expiration') ?? '');
      if (!accessKey || !secretKey || !sessionToken || Number.isNaN(expiresAt)) {
        throw new Error('The token service answered without keys.');
      }
      this.known = { accessKey, secretKey, sessionToken };
      this.expiresAt = expiresAt;
      this.renewAt = Date.now() + (expiresAt - Date.now()) * USED_PART;
      this.isFailing = false;
    } catch (error) {
      this.renewAt = Date.now() + RETRY_MS;
      if (!this.isFailing) this.onFailure(error);
      this.isFailing = true;
    }
  }

  private async askForKeys(): Promise<string> {
    const { tokenFile, roleArn, tokenService } = this.identity;
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleSessionName: 'oniverse',
      // Kubernetes writes it again before it expires.
      WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
      ...(roleArn !== undefined && { RoleArn: roleArn }),
    }).toString();
    const { request } = tokenService.protocol === 'https:' ? https : http;
    const sent = request(tokenService, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/xml' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(this.ca !== undefined && { ca: this.ca }),
    });
    sent.end(body);
    const [response]: unknown[] = await once(sent, 'response');
    if (!(response instanceof http.IncomingMessage)) throw new Error('The token service did not answer.');
    const answer = await text(response);
    if (response.statusCode !== 200) {
      const code = /<Code>([^<]*)<\/Code>/.exec(answer)?.[1] ?? '';
      throw new Error(`The token service answered ${response.statusCode} ${code}`);
    }
    return answer;
  }
}

/**
 * Parses a file of keys as AWS's tools use it; undefined if there are none below `[default]`.
 * https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export function parseCredentialsFile(content: string): StoreKeys | undefined {
  const section =
    /^\s*\[default\]\s*$(?<lines>(?:\r?\n(?!\s*\[).*)*)/m.exec(content)?.groups?.['lines'] ?? '';
  const values = new Map([...section.matchAll(LINE)].map(([, name = '', value = '']) => [name, value]));
  const accessKey = values.get('aws_access_key_id');
  const secretKey = values.get('aws_secret_access_key');
  const sessionToken = values.get('aws_session_token');
  if (!accessKey || !secretKey) return undefined;
  return { accessKey, secretKey, ...(sessionToken && { sessionToken }) };
}
