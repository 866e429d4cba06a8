import type { UploadBody, UploadedAnswer, UploadTicket } from '@oniverse/contracts';
import { type Guard, isOneOf, isShape, isText, parse } from '../api/guards.js';
import { http, HttpError } from '../api/http.js';
import { storedSession } from '../api/stored-session.js';
import { NetworkLost } from './upload-problems.js';

const isTrue: Guard<true> = (value) => value === true;
const isTicket = isShape<UploadTicket>({
  uploadURL: isText,
  method: isOneOf(['PUT']),
  objectPath: isText,
  expiresAt: isText,
});
const isUploaded = isShape<UploadedAnswer>({ ok: isTrue, objectPath: isText });

/** What is told of a file before it is sent: its size, its type and its name where it has one. */
const factsOf = (file: Blob): UploadBody => ({
  size: file.size,
  ...(file.type && { contentType: file.type }),
  ...(file instanceof File && file.name && { filename: file.name }),
});

/**
 * Asks for an address to send a file to; it works once.
 * @throws HttpError where the server refuses, NetworkLost where it cannot be reached
 */
export async function askAddress(file: Blob, signal: AbortSignal | undefined): Promise<string> {
  try {
    const answer = await http('/api/objects/upload', {
      method: 'POST',
      body: factsOf(file),
      ...(signal && { signal }),
    });
    return parse(isTicket, answer).uploadURL;
  } catch (error) {
    // That is how fetch says that there was no answer at all.
    throw error instanceof TypeError ? new NetworkLost({ cause: error }) : error;
  }
}

/** How a file on its way is followed and stopped. */
export interface PutOptions {
  /** Stops it; what is thrown then is the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

/**
 * Sends the bytes with their own content type; fetch does not tell how much of a body has gone, XMLHttpRequest does.
 * @returns where they are, `/objects/…`
 * @throws HttpError where the server refuses, NetworkLost where it cannot be reached
 */
export async function putBytes(address: string, file: Blob, options: PutOptions): Promise<string> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('error', () => reject(new NetworkLost()));
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
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    const session = storedSession();
    if (session) request.setRequestHeader('Authorization', `Bearer ${session}`);
    request.send(file);
  });
}
