import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Client } from 'minio';
import type { Config } from './config.js';
import { type ProblemError, storageFull, unavailable } from './problems.js';

/** The lifetime of a signed URL, in seconds. This process uses it at once. */
const URL_LIFETIME_S = 60;
/** A connection to the store without traffic for this long is closed, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;

/** The object that a health check stores after `everyMs` without another write; `size` is in bytes. */
const WRITE_CHECK = { key: 'health/write', everyMs: 60_000, size: 16_384 } as const;
/** The errors of MinIO, SeaweedFS and a file system (with `npm start`) for a full store. S3 defines none. */
const STORAGE_FULL = /StorageFull|QuotaExceeded|no free volumes|not enough space|no space left|ENOSPC/i;
/** How much of an error response is read, in characters. */
const MAX_REASON_LENGTH = 4_096;

/** The first and the last byte of a range, both inclusive and counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A client of an S3-compatible object store. Only servers reach the store; clients never get a URL of it. */
export class ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly region: string;
  /** The time of the last successful write; undefined after a failed one. */
  private writtenAt: number | undefined;

  constructor({ endpoint, accessKey, secretKey, bucket, region }: Config['objectStore']) {
    const overTls = endpoint.protocol === 'https:';
    this.client = new Client({
      endPoint: endpoint.hostname,
      port: endpoint.port === '' ? (overTls ? 443 : 80) : Number(endpoint.port),
      useSSL: overTls,
      accessKey,
      secretKey,
      // Otherwise each call asks the store for it first.
      region,
    });
    this.bucket = bucket;
    this.region = region;
  }

  async ensureBucket(): Promise<void> {
    if (!(await this.client.bucketExists(this.bucket)))
      await this.client.makeBucket(this.bucket, this.region);
  }

  /** @throws Error if the store does not answer */
  async ping(): Promise<void> {
    await this.client.bucketExists(this.bucket);
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
    const request = await this.openRequest('PUT', key, {
      'content-length': size,
      'content-type': contentType,
    });
    const answered = awaitResponse(request);
    try {
      await waitForConnection(request, answered);
      for await (const chunk of chunks) {
        if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered]);
      }
      request.end();
      await this.requireStored(await answered);
    } catch (error) {
      request.destroy();
      throw error;
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

  /** Returns whether an object, or a part of one, exists. @throws ProblemError `unavailable` */
  async has(key: string): Promise<boolean> {
    const answer = await this.sendRequest('HEAD', key);
    answer.resume();
    return answer.statusCode !== 404 && requireOk(answer).statusCode === 200;
  }

  /** Returns the keys that start with a text. @throws Error if the store does not answer */
  async listKeys(prefix: string): Promise<string[]> {
    const entries: { name?: string }[] = await this.client.listObjectsV2(this.bucket, prefix, true).toArray();
    return entries.flatMap(({ name }) => name ?? []);
  }

  /** Deletes objects, ignoring missing ones. @throws ProblemError `unavailable` if one remains */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const failed = (await this.client.removeObjects(this.bucket, [...keys])).find((entry) => entry?.Error);
    if (failed) throw storeUnavailable(`The object store did not delete an object: ${failed.Error?.Code}`);
  }

  private async requireStored(answer: IncomingMessage): Promise<void> {
    if (answer.statusCode === 200) {
      answer.resume();
      this.writtenAt = performance.now();
      return;
    }
    this.writtenAt = undefined;
    const reason = `${answer.statusCode}: ${await readText(answer, MAX_REASON_LENGTH)}`;
    const problem = answer.statusCode === 507 || STORAGE_FULL.test(reason) ? storageFull() : unavailable();
    throw withCause(problem, `The object store rejected a write, ${reason}`);
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
  ): Promise<ClientRequest> {
    const url = await this.client.presignedUrl(method, this.bucket, key, URL_LIFETIME_S);
    const { request } = url.startsWith('https:') ? https : http;
    // No keep-alive: the store may close a pooled connection as it is reused, and a stream cannot be sent twice.
    return request(url, { method, headers, agent: false });
  }
}

function awaitResponse(request: ClientRequest): Promise<IncomingMessage> {
  request.setTimeout(IDLE_TIMEOUT_MS, () =>
    request.destroy(storeUnavailable('The object store does not answer.')),
  );
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
  // Prevents an unhandled rejection before the caller awaits it.
  answered.catch(() => {});
  return answered;
}

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
