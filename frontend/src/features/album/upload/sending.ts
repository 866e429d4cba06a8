import { type UploadedAnswer, type UploadTicket } from '@oniverse/contracts';
import { type Guard, isOneOf, isShape, isText, parse } from '../../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../../api/http.js';
import { ALBUM_TEXTS } from '../album.texts.js';

const isTrue: Guard<true> = (value) => value === true;
const isTicket = isShape<UploadTicket>({
  uploadURL: isText,
  method: isOneOf(['PUT']),
  objectPath: isText,
  expiresAt: isText,
});
const isUploaded = isShape<UploadedAnswer>({ ok: isTrue, objectPath: isText });

/** How long to wait before each further try, in milliseconds: Uppy's own delays for what it sends to a store. */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000] as const;
/** Statuses below 500 after which another try may work, and those from 500 on after which none will. */
const RETRIED = new Set([408, 409, 418, 423, 429]);
const FINAL = new Set([501, 505]);

/** Whether another try with a new address may work. An address that ran out is one of these. */
export function mayWorkLater(error: unknown): boolean {
  if (error instanceof NetworkLost) return true;
  if (!(error instanceof HttpError)) return false;
  if (error.status === 403) return error.code === 'upload_expired';
  return RETRIED.has(error.status) || (error.status >= 500 && !FINAL.has(error.status));
}

/** The network failed while something was on its way. */
export class NetworkLost extends Error {
  override readonly name = 'NetworkLost';
}

/** What a person is told of a failed try. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof HttpError)) return ALBUM_TEXTS.uploads.lost;
  if (error.status === 401) return ALBUM_TEXTS.uploads.unauthorized;
  if (error.code === 'upload_expired') return ALBUM_TEXTS.uploads.expired;
  return serverMessageOf(error) ?? error.message;
}

/** Waits until the browser has a network again; at once where it has one. */
async function online(signal: AbortSignal | undefined): Promise<void> {
  if (navigator.onLine) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Does something again and again as long as it may work later; without a network it waits for one and counts nothing.
 * @param attempt called with the number of the try, from 0
 * @throws what the last try threw
 */
export async function retrying<T>(
  attempt: (number: number) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let number = 0, waited = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      if (signal?.aborted || !mayWorkLater(error)) throw error;
      if (!navigator.onLine) {
        await online(signal);
      } else {
        const delay = RETRY_DELAYS_MS[waited];
        if (delay === undefined) throw error;
        waited += 1;
        await pause(delay, signal);
      }
      signal?.throwIfAborted();
    }
  }
}

/** What is told of a file before it is sent. */
export type FileFacts = Pick<File, 'name' | 'size' | 'type'>;

/** Asks for an address to send a picture to. */
export async function askAddress(
  { name, size, type }: FileFacts,
  signal: AbortSignal | undefined,
): Promise<UploadTicket> {
  const body = { filename: name, size, contentType: type };
  try {
    return parse(
      isTicket,
      await http('/api/objects/upload', { method: 'POST', body, ...(signal && { signal }) }),
    );
  } catch (error) {
    // That is how fetch says that there was no answer at all.
    throw error instanceof TypeError ? new NetworkLost(error.message) : error;
  }
}

/** How a PUT is followed and stopped. */
export interface PutOptions {
  signal: AbortSignal | undefined;
  /** Called with the bytes that have been sent. */
  onProgress: (loaded: number) => void;
}

/**
 * Sends the bytes with their own content type; fetch does not tell how much of a body has gone, XMLHttpRequest does.
 * @returns where they are, `/objects/…`
 */
export async function putBytes(address: string, bytes: Blob, options: PutOptions): Promise<string> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal?.addEventListener('abort', stop);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('error', () => reject(new NetworkLost('The network failed.')));
    request.addEventListener('load', () => {
      try {
        const { status, responseText, statusText } = request;
        if (status < 200 || status > 299) {
          throw new HttpError(status, responseText, statusText, request.getResponseHeader('Retry-After'));
        }
        resolve(parse(isUploaded, JSON.parse(responseText)).objectPath);
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.open('PUT', address);
    if (bytes.type) request.setRequestHeader('Content-Type', bytes.type);
    request.send(bytes);
  });
}
