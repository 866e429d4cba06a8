import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Client } from 'minio';
import { type KeySource, keySourceOf, type StoreKeys } from './object-keys.js';
import type { ObjectSettings } from './object-settings.js';
import { type ProblemError, storageFull, unavailable } from './problems.js';

/** The lifetime of a signed URL, in seconds. It is used at once. */
const URL_LIFETIME_S = 60;
/**
 * How long the store may let a request wait: for a connection, an answer or the next bytes. In milliseconds, and less than
 * the gateway waits for an answer.
 */
export const STALL_TIMEOUT_MS = 4_000;
/** How long a request may wait for the source or the reader of its bytes, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;

/** The object that a health check stores after `everyMs` without another write; `size` is in bytes. */
/** The object of the check that the store accepts writes. */
export const WRITE_CHECK = { key: 'health/write', everyMs: 60_000, size: 16_384 } as const;
/** The errors of MinIO, SeaweedFS and a file system (with `npm start`) for a full store. S3 defines none. */
const STORAGE_FULL = /StorageFull|QuotaExceeded|no free volumes|not enough space|no space left|ENOSPC/i;
/** How much of an error response is read, in characters. */
const MAX_REASON_LENGTH = 4_096;
/** The errors of S3 for an upload that it does not know, and for parts that are not what it has. */
const PARTS_REFUSED = /NoSuchUpload|InvalidPart|EntityTooSmall/;

/** The first and the last byte of a range, both inclusive and counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A part of an object, as the store knows it. */
export interface StoredPart {
  /** From 1. */
  number: number;
  etag: string;
}

/** An object in a listing. */
export interface ListedObject {
  key: string;
  /** In bytes. */
  size: number;
  storedAt: Date;
}

/** A client for one address of the store, which may have a path and whose keys may change. */
class StoreClient extends Client {
  private readonly prefix: string;

  constructor(
    endpoint: URL,
    { accessKey, secretKey, region, addressing, ca }: ObjectSettings,
    private readonly stallMs: number,
  ) {
    const overTls = endpoint.protocol === 'https:';
    super({
      endPoint: endpoint.hostname,
      port: endpoint.port === '' ? (overTls ? 443 : 80) : Number(endpoint.port),
      useSSL: overTls,
      // Without keys it would not sign.
      accessKey: accessKey || 'expected',
      secretKey: secretKey || 'expected',
      // Otherwise each call asks the store for it first.
      region,
      pathStyle: addressing !== 'virtual',
      ...(ca !== undefined && { transportAgent: new https.Agent({ ca }) }),
    });
    this.prefix = endpoint.pathname.replace(/\/$/, '');
  }

  useKeys({ accessKey, secretKey, sessionToken }: StoreKeys): this {
    this.accessKey = accessKey;
    this.secretKey = secretKey;
    if (sessionToken === undefined) delete this.sessionToken;
    else this.sessionToken = sessionToken;
    return this;
  }

  /** Signatures include the path of the address, as with the clients of AWS. Without a signal, calls would wait for ever. */
  protected override getRequestOptions(
    options: Parameters<Client['getRequestOptions']>[0],
  ): ReturnType<Client['getRequestOptions']> {
    const request = super.getRequestOptions(options);
    // These calls send and receive little, so the limit is that of a stall.
    const signal = AbortSignal.timeout(this.stallMs);
    return Object.assign(request, { path: `${this.prefix}${request.path}`, signal });
  }
}

/** A client of an S3-compatible object store. Clients get a URL of it only if the operator set an address for them. */
export class ObjectStore {
  private readonly client: StoreClient;
  private readonly publicClient: StoreClient | undefined;
  private readonly keys: KeySource | undefined;
  private readonly bucket: string;
  private readonly region: string;
  private readonly ca: string | undefined;
  /** The time of the last successful write; undefined after a failed one. */
  private writtenAt: number | undefined;

  /** @param onKeysFailure called once when keys that expire cannot be renewed, until they can again */
  constructor(
    settings: ObjectSettings,
    onKeysFailure: (error: unknown) => void = () => undefined,
    private readonly stallMs = STALL_TIMEOUT_MS,
  ) {
    const { endpoint, publicEndpoint, keys, bucket, region, ca } = settings;
    this.client = new StoreClient(endpoint, settings, stallMs);
    this.publicClient = publicEndpoint ? new StoreClient(publicEndpoint, settings, stallMs) : undefined;
    this.keys = keys && keySourceOf(keys, ca, onKeysFailure);
    this.bucket = bucket;
    this.region = region;
    this.ca = ca;
  }

  async ensureBucket(): Promise<void> {
    const client = await this.withKeys(this.client);
    if (!(await client.bucketExists(this.bucket))) await client.makeBucket(this.bucket, this.region);
  }

  /** @throws Error if the store does not answer */
  async ping(): Promise<void> {
    await (await this.withKeys(this.client)).bucketExists(this.bucket);
  }

  /** Rejects if the store accepts no writes. Writes only if there was no recent write. */
  async assertWritable(): Promise<void> {
    const { key, everyMs, size } = WRITE_CHECK;
    if (this.writtenAt !== undefined && performance.now() - this.writtenAt < everyMs) return;
    await this.put(key, Readable.from([Buffer.alloc(size)]), {
      size,
      contentType: 'application/octet-stream',
    });
  }

  /**
   * Streams an object into the store with backpressure. Reads from `chunks` only once connected. After a failure a part
   * of the object may exist.
   * @param size the exact number of bytes in `chunks`
   * @throws ProblemError `storage_full` or `unavailable`, or the error of `chunks`
   */
  async put(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    { size, contentType }: { size: number; contentType: string },
  ): Promise<void> {
    const headers = { 'content-length': size, 'content-type': contentType };
    const request = await this.openRequest('PUT', key, headers);
    await sendChunks(request, chunks, async (answer) => {
      if (answer.statusCode !== 200) throw await this.refusedWrite(answer);
      this.acceptWrite(answer);
    });
  }

  /** Begins an object whose parts are stored one by one. @returns the id of its upload. @throws ProblemError `unavailable` */
  async startParts(key: string, contentType: string): Promise<string> {
    const client = await this.withKeys(this.client);
    return client
      .initiateNewMultipartUpload(this.bucket, key, { 'content-type': contentType })
      .catch((error: unknown) => {
        throw storeUnavailable(`The object store did not begin an object in parts: ${String(error)}`);
      });
  }

  /**
   * Streams a part of an object into the store as `put` does, replacing a part with its number. Every part but the last has at
   * least 5 MiB.
   * @returns the part's ETag; undefined if the store does not know the upload
   * @throws ProblemError `storage_full` or `unavailable`, or the error of `chunks`
   */
  async putPart(
    key: string,
    uploadId: string,
    number: number,
    chunks: AsyncIterable<Uint8Array>,
    { size }: { size: number },
  ): Promise<string | undefined> {
    const part = { uploadId, partNumber: String(number) };
    const request = await this.openRequest('PUT', key, { 'content-length': size }, part);
    return sendChunks(request, chunks, async (answer) => {
      if (answer.statusCode !== 200) {
        const problem = await this.refusedWrite(answer);
        if (PARTS_REFUSED.test(String(problem.cause))) return undefined;
        throw problem;
      }
      this.acceptWrite(answer);
      const { etag } = answer.headers;
      if (etag === undefined) throw storeUnavailable('The object store answered a part without an ETag.');
      return etag;
    });
  }

  /**
   * Makes an object of its parts, which are then no longer an upload.
   * @returns false if the store does not know the upload, or has other parts
   * @throws ProblemError `unavailable`; the object may exist then
   */
  async completeParts(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<boolean> {
    const client = await this.withKeys(this.client);
    const etags = parts.map(({ number, etag }) => ({ part: number, etag }));
    try {
      await client.completeMultipartUpload(this.bucket, key, uploadId, etags);
      return true;
    } catch (error) {
      if (PARTS_REFUSED.test(codeOf(error))) return false;
      throw storeUnavailable(`The object store did not complete an object: ${String(error)}`);
    }
  }

  /** Deletes the parts of an upload, ignoring an unknown one. @throws ProblemError `unavailable` if they may remain */
  async abortParts(key: string, uploadId: string): Promise<void> {
    const client = await this.withKeys(this.client);
    try {
      await client.abortMultipartUpload(this.bucket, key, encodeURIComponent(uploadId));
    } catch (error) {
      if (PARTS_REFUSED.test(codeOf(error))) return;
      throw storeUnavailable(`The object store did not delete the parts of an object: ${String(error)}`);
    }
  }

  /**
   * Opens an object, or a range of it; undefined if it does not exist. A caller that stops early destroys the stream.
   * @throws ProblemError `unavailable`
   */
  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    // The store of `npm start` ignores an end of 0, so a range of one byte requests two.
    const answer = await this.sendRequest(
      'GET',
      key,
      range && { range: `bytes=${range.start}-${Math.max(range.end, 1)}` },
    );
    if (answer.statusCode === 404) {
      answer.resume();
      return undefined;
    }
    return range?.end === 0 ? takeFirstByte(requireOk(answer)) : requireOk(answer);
  }

  /**
   * Returns an address by which a browser gets an object from the operator's CDN for the next minute; undefined if none is
   * set. The caller has checked that its reader may see the object.
   * @param headers of the response, such as `content-type`
   */
  async publicAddressOf(key: string, headers: Readonly<Record<string, string>>): Promise<string | undefined> {
    if (!this.publicClient) return undefined;
    const client = await this.withKeys(this.publicClient);
    const overridden = Object.entries(headers).map(([name, value]) => [`response-${name}`, value]);
    return client.presignedUrl('GET', this.bucket, key, URL_LIFETIME_S, Object.fromEntries(overridden));
  }

  /** Returns whether an object, or a part of one, exists. @throws ProblemError `unavailable` */
  async has(key: string): Promise<boolean> {
    const answer = await this.sendRequest('HEAD', key);
    answer.resume();
    return answer.statusCode !== 404 && requireOk(answer).statusCode === 200;
  }

  /** Returns the keys that start with a text. @throws Error if the store does not answer */
  async listKeys(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.listObjects(prefix)) keys.push(key);
    return keys;
  }

  /** Reads the objects whose keys start with a text, a page of them at a time. @throws Error if the store does not answer */
  async *listObjects(prefix: string): AsyncGenerator<ListedObject> {
    const client = await this.withKeys(this.client);
    // In the first version of the call: the embedded store answers no second page in the other one, whose tokens it encrypts
    // with a cipher that OpenSSL 3 does not have.
    const entries: AsyncIterable<{ name?: string; size: number; lastModified?: Date }> = client.listObjects(
      this.bucket,
      prefix,
      true,
    );
    for await (const { name, size, lastModified } of entries) {
      if (name !== undefined) yield { key: name, size, storedAt: lastModified ?? new Date(0) };
    }
  }

  /** Deletes objects, ignoring missing ones. @throws ProblemError `unavailable` if one remains */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const client = await this.withKeys(this.client);
    const results = await client.removeObjects(this.bucket, [...keys]).catch((error: unknown) => {
      throw storeUnavailable(`The object store did not delete objects: ${String(error)}`);
    });
    const failed = results.find((entry) => entry?.Error);
    if (failed) throw storeUnavailable(`The object store did not delete an object: ${failed.Error?.Code}`);
  }

  private acceptWrite(answer: IncomingMessage): void {
    answer.resume();
    this.writtenAt = performance.now();
  }

  private async refusedWrite(answer: IncomingMessage): Promise<ProblemError> {
    this.writtenAt = undefined;
    const reason = `${answer.statusCode}: ${await readText(answer, MAX_REASON_LENGTH)}`;
    const problem = answer.statusCode === 507 || STORAGE_FULL.test(reason) ? storageFull() : unavailable();
    return withCause(problem, `The object store rejected a write, ${reason}`);
  }

  private async sendRequest(
    method: 'GET' | 'HEAD',
    key: string,
    headers: OutgoingHttpHeaders = {},
  ): Promise<IncomingMessage> {
    const request = await this.openRequest(method, key, headers);
    request.end();
    return awaitResponse(request);
  }

  // Signed URLs, because the library's own calls buffer up to 64 MB of an object.
  private async openRequest(
    method: string,
    key: string,
    headers: OutgoingHttpHeaders,
    query: Readonly<Record<string, string>> = {},
  ): Promise<ClientRequest> {
    const client = await this.withKeys(this.client);
    const url = await client.presignedUrl(method, this.bucket, key, URL_LIFETIME_S, query);
    const { request: open } = url.startsWith('https:') ? https : http;
    // No keep-alive: the store may close a pooled connection as it is reused, and a stream cannot be sent twice.
    const ca = this.ca !== undefined && { ca: this.ca };
    const request = open(url, { method, headers, timeout: this.stallMs, agent: false, ...ca });
    limitStalls(request, this.stallMs);
    return request;
  }

  /** @throws ProblemError `unavailable` without keys that work */
  private async withKeys(client: StoreClient): Promise<StoreClient> {
    if (!this.keys) return client;
    try {
      return client.useKeys(await this.keys.current());
    } catch (error) {
      throw withCause(unavailable(), `The object store has no keys: ${String(error)}`);
    }
  }
}

/** Fails a request that the store lets wait, or that waits for too long for the other end of its bytes. */
function limitStalls(request: ClientRequest, stallMs: number): void {
  let answer: IncomingMessage | undefined;
  let traffic = 0;
  let idleMs = 0;
  request.once('response', (response) => {
    answer = response;
  });
  request.once('socket', (socket) => {
    // Node emits the event of the request once only.
    socket.on('timeout', () => {
      const bytes = socket.bytesRead + socket.bytesWritten;
      idleMs = bytes === traffic ? idleMs + stallMs : stallMs;
      traffic = bytes;
      const awaitsSource = !request.writableEnded && request.writableLength === 0;
      const awaitsReader = answer !== undefined && answer.readableLength > 0;
      const awaitsStore = socket.connecting || !(awaitsSource || awaitsReader);
      if (awaitsStore || idleMs >= IDLE_TIMEOUT_MS) {
        request.destroy(storeUnavailable('The object store does not answer.'));
      } else {
        socket.setTimeout(stallMs);
      }
    });
  });
}

function awaitResponse(request: ClientRequest): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
  // Prevents an unhandled rejection before the caller awaits it.
  answered.catch(() => {});
  return answered;
}

/** Sends a body with backpressure, and reads the answer. A failure closes the connection. */
async function sendChunks<T>(
  request: ClientRequest,
  chunks: AsyncIterable<Uint8Array>,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const answered = awaitResponse(request);
  try {
    await waitForConnection(request, answered);
    for await (const chunk of chunks) {
      if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered]);
    }
    request.end();
    return await read(await answered);
  } catch (error) {
    request.destroy();
    throw error;
  }
}

/** Returns the code of an error of S3; empty for other errors. */
const codeOf = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
};

async function waitForConnection(request: ClientRequest, answered: Promise<unknown>): Promise<void> {
  request.flushHeaders();
  const socket = request.socket ?? (await once(request, 'socket').then(() => request.socket));
  if (socket?.connecting) await Promise.race([once(socket, 'connect'), answered]);
}

async function takeFirstByte(bytes: Readable): Promise<Readable> {
  const chunks: Buffer[] = await bytes.toArray();
  return Readable.from([Buffer.concat(chunks).subarray(0, 1)]);
}

/** @throws ProblemError `unavailable` unless the store answered with success */
function requireOk(answer: IncomingMessage): IncomingMessage {
  if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
  answer.resume();
  throw storeUnavailable(`The object store answered ${answer.statusCode}.`);
}

/** Callers see an outage whatever the reason; the log shows the reason. */
const storeUnavailable = (reason: string): ProblemError => withCause(unavailable(), reason);

function withCause(problem: ProblemError, reason: string): ProblemError {
  problem.cause = new Error(reason);
  return problem;
}

async function readText(answer: IncomingMessage, length: number): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}
