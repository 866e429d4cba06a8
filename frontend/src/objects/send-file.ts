import {
  arrivedPartsSchema,
  ATTACHMENT_MESSAGES,
  type AttachmentTicket,
  partsOf,
  sizeOfPart,
  uploadedSchema,
} from '@oniverse/contracts';
import { http, isProblem } from '../api/http.js';
import { parse } from '../api/parse.js';
import { sentenceOf } from '../api/sentences.js';
import { isRetryable, NetworkLost, UploadError } from './upload-problems.js';
import { lostOr, putBlob, putBytes, type PutOptions } from './upload-steps.js';
import { type RetryOptions, type Wait, withRetries } from './with-retries.js';

/** The parts of one file that are sent at the same time. */
const PARTS_AT_ONCE = 2;
/** How often parts that the server has lost are sent again. */
const MAX_ROUNDS = 3;

export type SendOptions = PutOptions & Pick<RetryOptions, 'onWait'>;

/** Of `createAttachment`, for a file of `size` bytes. */
export interface SendTicket extends Pick<AttachmentTicket, 'uploadURL' | 'partBytes'> {
  size: number;
}

/** No other attempt at the same address helps once it has expired. Missing parts are sent before it is asked again. */
const mayRepeat = (error: unknown): boolean =>
  isRetryable(error) && !isProblem(error, 'upload_expired') && !isProblem(error, 'upload_incomplete');

async function request(address: string, method: 'GET' | 'POST', signal: AbortSignal): Promise<unknown> {
  try {
    return await http(address, { method, signal });
  } catch (error) {
    throw lostOr(error);
  }
}

const changed = (): UploadError => new UploadError(sentenceOf(ATTACHMENT_MESSAGES.wrongSize));

/** @throws UploadError for a file that the browser can no longer read, because it was changed or deleted */
async function requireReadable(file: Blob): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw changed();
    });
}

/** Sends one file in parts. */
class PartedSending {
  private readonly ended = new AbortController();
  /** Of each part, in bytes. */
  private readonly sent = new Map<number, number>();
  private waits = 0;

  /** @param partBytes of the ticket */
  constructor(
    private readonly ticket: SendTicket,
    private readonly partBytes: number,
    private readonly file: Blob,
    private readonly options: SendOptions,
  ) {}

  async send(): Promise<string> {
    const { signal } = this.options;
    const stop = () => this.ended.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop);
    try {
      for (let round = 1; ; round += 1) {
        await this.sendMissing();
        try {
          return await this.complete();
        } catch (error) {
          if (!isProblem(error, 'upload_incomplete') || round === MAX_ROUNDS) throw error;
        }
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  private async complete(): Promise<string> {
    const answer = await this.repeat((signal) =>
      request(`${this.ticket.uploadURL}/complete`, 'POST', signal),
    );
    return parse(uploadedSchema, answer).objectPath;
  }

  private async sendMissing(): Promise<void> {
    const answer = await this.repeat((signal) => request(this.ticket.uploadURL, 'GET', signal));
    const arrived = new Set(parse(arrivedPartsSchema, answer).parts);
    const numbers = Array.from(
      { length: partsOf(this.ticket.size, this.partBytes) },
      (_, index) => index + 1,
    );
    for (const number of numbers) this.sent.set(number, arrived.has(number) ? this.lengthOf(number) : 0);
    this.reportProgress();
    const missing = numbers.filter((number) => !arrived.has(number)).values();
    const sendNext = async () => {
      for (const number of missing) await this.sendPart(number);
    };
    await Promise.all(
      Array.from({ length: PARTS_AT_ONCE }, () =>
        sendNext().catch((error: unknown) => {
          this.ended.abort(error);
          throw error;
        }),
      ),
    );
  }

  private async sendPart(number: number): Promise<void> {
    const start = (number - 1) * this.partBytes;
    const length = this.lengthOf(number);
    const bytes = this.file.slice(start, start + length);
    const report = (fraction: number) => {
      this.sent.set(number, fraction * length);
      this.reportProgress();
    };
    await this.repeat(async (signal) => {
      try {
        await putBlob(`${this.ticket.uploadURL}/parts/${number}`, bytes, { signal, onProgress: report });
      } catch (error) {
        if (error instanceof NetworkLost) await requireReadable(bytes);
        throw error;
      }
    });
    report(1);
  }

  private repeat<T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.ended;
    return withRetries(() => attempt(signal), {
      signal,
      mayRepeat,
      onWait: (wait) => this.reportWait(wait),
    });
  }

  /** The file waits until no part of it does. */
  private reportWait(wait: Wait | null): void {
    this.waits += wait === null ? -1 : 1;
    if (wait !== null || this.waits === 0) this.options.onWait?.(wait);
  }

  private lengthOf(number: number): number {
    return sizeOfPart(this.ticket.size, number, this.partBytes) ?? 0;
  }

  private reportProgress(): void {
    const bytes = [...this.sent.values()].reduce((sum, sent) => sum + sent, 0);
    this.options.onProgress?.(bytes / this.ticket.size);
  }
}

/**
 * Sends a file of a message. A large one goes in parts: failed ones are repeated, and another call with the same ticket sends what is
 * missing, in any page. A small one is sent once, because a failure uses its address up.
 * @returns the object's path, `/objects/…`
 * @throws UploadError if the file has changed; HttpError if the server refuses; NetworkLost if it cannot be reached
 */
export async function sendFile(file: Blob, ticket: SendTicket, options: SendOptions = {}): Promise<string> {
  if (file.size !== ticket.size) throw changed();
  const { partBytes, uploadURL } = ticket;
  if (partBytes === undefined) return putBytes(uploadURL, file, options);
  return new PartedSending(ticket, partBytes, file, options).send();
}
