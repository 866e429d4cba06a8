import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Client } from 'minio';
import type { Config } from './config.js';
import { unavailable } from './problems.js';

/** How long a signed address of the store's works, in seconds: it is used at once, by this process. */
const SIGNED_FOR_S = 60;
/** A store on whose connection nothing moves for this long is given up, in milliseconds. */
const SILENCE_MS = 60_000;

/** The first and the last byte of a part of an object, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The object store, as any S3 store offers it. Only servers of ours reach it; no member gets an address of it. */
export class ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  private readonly region: string;

  constructor({ endpoint, accessKey, secretKey, bucket, region }: Config['objectStore']) {
    const overTls = endpoint.protocol === 'https:';
    this.client = new Client({
      endPoint: endpoint.hostname,
      port: endpoint.port === '' ? (overTls ? 443 : 80) : Number(endpoint.port),
      useSSL: overTls,
      accessKey,
      secretKey,
      // Named here, so that no call asks the store for it first.
      region,
    });
    this.bucket = bucket;
    this.region = region;
  }

  /** Makes the bucket where it is missing; harmless again and again. */
  async ensureBucket(): Promise<void> {
    if (!(await this.client.bucketExists(this.bucket)))
      await this.client.makeBucket(this.bucket, this.region);
  }

  /** Asks the store whether it is there; throws where it is not. */
  async ping(): Promise<void> {
    await this.client.bucketExists(this.bucket);
  }

  /**
   * Keeps an object, as fast as the store takes it: no more than a few chunks are in memory. Nothing is asked of
   * `chunks` before the store is reached. Where it fails, a part of the object may be there.
   * @param size bytes, exactly as many as the chunks have
   * @throws what `chunks` throws, or an outage
   */
  async put(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    { size, contentType }: { size: number; contentType: string },
  ): Promise<void> {
    const request = await this.request('PUT', key, { 'content-length': size, 'content-type': contentType });
    const answered = answerTo(request);
    try {
      await connected(request, answered);
      for await (const chunk of chunks) {
        if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answered]);
      }
      request.end();
      expectOk(await answered).resume();
    } catch (error) {
      request.destroy();
      throw error;
    }
  }

  /**
   * Reads an object, or a part of it. Whoever does not read it to its end destroys the stream.
   * @returns undefined where there is none
   * @throws an outage
   */
  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    // The store of `npm start` takes an end at the first byte for no end: it is asked for one more.
    const answer = await this.ask(
      'GET',
      key,
      range && { range: `bytes=${range.start}-${Math.max(range.end, 1)}` },
    );
    if (answer.statusCode === 404) {
      answer.resume();
      return undefined;
    }
    return range?.end === 0 ? firstByteOf(expectOk(answer)) : expectOk(answer);
  }

  /** Whether there is such an object, or a part of one. @throws an outage */
  async has(key: string): Promise<boolean> {
    const answer = await this.ask('HEAD', key);
    answer.resume();
    return answer.statusCode !== 404 && expectOk(answer).statusCode === 200;
  }

  /** Takes objects away; one that is not there is fine. @throws where one could not be taken away */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const failed = (await this.client.removeObjects(this.bucket, [...keys])).find((entry) => entry?.Error);
    if (failed) throw refusal(`The store did not remove an object: ${failed.Error?.Code}`);
  }

  private async ask(
    method: 'GET' | 'HEAD',
    key: string,
    headers: OutgoingHttpHeaders = {},
  ): Promise<IncomingMessage> {
    const request = await this.request(method, key, headers);
    request.end();
    return answerTo(request);
  }

  // Signed addresses, since the library's own calls hold up to 64 MB of an object in memory.
  private async request(method: string, key: string, headers: OutgoingHttpHeaders): Promise<ClientRequest> {
    const url = await this.client.presignedUrl(method, this.bucket, key, SIGNED_FOR_S);
    const { request } = url.startsWith('https:') ? https : http;
    // A connection of its own: one that is kept open may be closed by the store just when it is used again, and
    // what streams cannot be sent a second time.
    return request(url, { method, headers, agent: false });
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  request.setTimeout(SILENCE_MS, () => request.destroy(refusal('The store does not answer.')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
  // Looked at later, and by then it may have failed already.
  answered.catch(() => {});
  return answered;
}

async function connected(request: ClientRequest, answered: Promise<unknown>): Promise<void> {
  request.flushHeaders();
  const socket = request.socket ?? (await once(request, 'socket').then(() => request.socket));
  if (socket?.connecting) await Promise.race([once(socket, 'connect'), answered]);
}

async function firstByteOf(bytes: Readable): Promise<Readable> {
  const chunks: Buffer[] = await bytes.toArray();
  return Readable.from([Buffer.concat(chunks).subarray(0, 1)]);
}

/** @throws an outage where the store did not do what was asked */
function expectOk(answer: IncomingMessage): IncomingMessage {
  if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
  answer.resume();
  throw refusal(`The store answered ${answer.statusCode}.`);
}

/** For callers a store that refuses is as good as down; the log says what it was. */
function refusal(reason: string): Error {
  const problem = unavailable();
  problem.cause = new Error(reason);
  return problem;
}
